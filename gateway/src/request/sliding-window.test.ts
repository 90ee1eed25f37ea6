import fc from 'fast-check';
import { slide, takeBack } from './sliding-window.js';

const fresh = () => ({ window: -1, current: 0, previous: 0 });
const limit = { points: 10, windowMs: 1000 };

describe('slide', () => {
  it('lets a key use its points at once and then says when to come back', () => {
    const count = fresh();
    for (let use = 0; use < 10; use += 1) expect(slide(count, limit, 5_200)).toBe(0);
    expect(slide(count, limit, 5_200)).toBe(900);
  });

  it('does not let a burst at the edge of two windows through twice', () => {
    const count = fresh();
    for (let use = 0; use < 10; use += 1) slide(count, limit, 5_999);
    expect(slide(count, limit, 6_001)).toBeGreaterThan(0);
    expect(slide(count, limit, 6_500)).toBe(0);
  });

  it('forgets a key that rested for two windows', () => {
    const count = fresh();
    for (let use = 0; use < 10; use += 1) slide(count, limit, 1_000);
    expect(slide(count, limit, 3_000)).toBe(0);
  });

  it('has room again for a use that was taken back, in its window and in the next one', () => {
    const count = fresh();
    for (let use = 0; use < 10; use += 1) slide(count, limit, 5_200);
    takeBack(count, limit, 5_200);
    expect(slide(count, limit, 5_300)).toBe(0);
    expect(slide(count, limit, 5_300)).toBeGreaterThan(0);
    expect(slide(count, limit, 6_000)).toBeGreaterThan(0);
    takeBack(count, limit, 5_200);
    expect(slide(count, limit, 6_000)).toBe(0);
    takeBack(count, limit, 1_000);
    expect(count).toEqual({ window: 6, current: 1, previous: 9 });
  });

  it('says to the millisecond when there is room again, if nothing else is counted meanwhile', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 50, maxLength: 200 }), (gaps) => {
        const count = fresh();
        let now = 10_000;
        for (const gap of gaps) {
          now += gap;
          const waitMs = slide(count, limit, now);
          if (waitMs === 0) continue;
          expect(slide({ ...count }, limit, now + waitMs - 1)).toBeGreaterThan(0);
          expect(slide({ ...count }, limit, now + waitMs)).toBe(0);
        }
      }),
    );
  });

  it('never counts more than twice the points in any window, however the uses fall', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 200 }), (gaps) => {
        const count = fresh();
        const counted: number[] = [];
        let now = 10_000;
        for (const gap of gaps) {
          now += gap;
          if (slide(count, limit, now) === 0) counted.push(now);
        }
        for (const start of counted) {
          const within = counted.filter((time) => time >= start && time < start + limit.windowMs);
          expect(within.length).toBeLessThanOrEqual(2 * limit.points);
        }
      }),
    );
  });
});
