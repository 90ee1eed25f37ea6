import { createLogger } from '../telemetry/logger.js';
import { PollingWorker } from './polling-worker.js';

const logger = createLogger('test', 'silent');
const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('PollingWorker', () => {
  it('goes on after a round that failed', async () => {
    let rounds = 0;
    const loop = new PollingWorker('test', logger, 0, () => {
      rounds += 1;
      return rounds === 1 ? Promise.reject(new Error('once')) : Promise.resolve(60_000);
    });
    loop.start();
    while (rounds < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    await loop.stop();
    expect(rounds).toBe(2);
  });

  it('does not miss a wake-up that came during a round', async () => {
    let rounds = 0;
    const loop = new PollingWorker('test', logger, 0, async () => {
      rounds += 1;
      if (rounds === 1) loop.wake();
      await tick();
      return 60_000;
    });
    loop.start();
    while (rounds < 2) await tick();
    await loop.stop();
    expect(rounds).toBe(2);
  });

  it('runs once, however often it is started', async () => {
    const loop = new PollingWorker('test', logger, 0, () => Promise.resolve(60_000));
    loop.start();
    expect(() => {
      loop.start();
    }).toThrow('The loop test runs already.');
    await loop.stop();
  });

  it('finishes the round under way before it has stopped, and begins no other', async () => {
    let finished = 0;
    const loop = new PollingWorker('test', logger, 0, async () => {
      await tick();
      await tick();
      finished += 1;
      return 0;
    });
    loop.start();
    await loop.stop();
    expect(finished).toBe(1);
  });
});
