import { Semaphore } from './semaphore.js';

describe('Semaphore', () => {
  it('never lets more than its places run at once, and lets everybody through in order', async () => {
    const semaphore = new Semaphore(2, { maxWaitMs: 60_000 });
    let running = 0;
    let most = 0;
    const order: number[] = [];
    const work = (index: number) =>
      semaphore.pass(async () => {
        running += 1;
        most = Math.max(most, running);
        order.push(index);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
      });
    await Promise.all(Array.from({ length: 20 }, (_, index) => work(index)));
    expect(most).toBe(2);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  it('rejects who waited too long and keeps the place for the next', async () => {
    const semaphore = new Semaphore(1, { maxWaitMs: 10 });
    const finish = new EventTarget();
    const first = semaphore.pass(
      () =>
        new Promise((resolve) => {
          finish.addEventListener('now', resolve);
        }),
    );
    await expect(semaphore.pass(() => Promise.resolve())).rejects.toMatchObject({ code: 'OVERLOADED' });
    finish.dispatchEvent(new Event('now'));
    await first;
    await expect(semaphore.pass(() => Promise.resolve('in'))).resolves.toBe('in');
  });

  it('rejects who comes to a full line, and nobody in it', async () => {
    const semaphore = new Semaphore(1, { maxWaiting: 1 });
    const first = semaphore.pass(() => new Promise((resolve) => setImmediate(resolve)));
    const second = semaphore.pass(() => Promise.resolve('in'));
    await expect(semaphore.pass(() => Promise.resolve())).rejects.toMatchObject({ code: 'OVERLOADED' });
    await first;
    await expect(second).resolves.toBe('in');
  });

  it('gives the place back when the work fails', async () => {
    const semaphore = new Semaphore(1, { maxWaitMs: 10 });
    await expect(semaphore.pass(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(semaphore.pass(() => Promise.resolve('in'))).resolves.toBe('in');
  });
});
