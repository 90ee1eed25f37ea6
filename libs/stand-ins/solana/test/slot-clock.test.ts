import { setTimeout as sleep } from 'node:timers/promises';
import { SlotClock, steadyMs } from '../src/chain/slot-clock.js';

it.each([-6, 6])(
  'slots go on when the machine’s clock is set %d minutes on and back again',
  async (minutes) => {
    const clock = new SlotClock(1, 1, steadyMs());
    const right = Date.now;
    const set = vi.spyOn(Date, 'now').mockImplementation(() => right() + minutes * 60_000);
    const during = clock.now();
    set.mockRestore();
    await sleep(20);
    const after = clock.now();
    expect(during).toBeLessThan(60_000);
    expect(after).toBeGreaterThan(during);
    expect(after).toBeLessThan(60_000);
  },
);
