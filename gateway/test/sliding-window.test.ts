import { SLIDE_IN_REDIS, slide } from '../src/request/sliding-window.js';
import { ownRedis } from './own-redis.js';

/** A window is long enough that a pause of the machine does not skip one. */
const limit = { points: 20, windowMs: 3000 };
const redis = ownRedis();

interface Use {
  points: number;
  windowMs: number;
  made?: number;
  wanted?: number;
}

const use = (keys: string[], limits: Use[]) =>
  redis().eval(
    SLIDE_IN_REDIS,
    keys.length,
    ...keys,
    ...limits.flatMap(({ points, windowMs, made = 0, wanted = 1 }) => [points, windowMs, made, wanted]),
  ) as Promise<number[]>;

it('counts each key of a round by itself and by its own limit, also one that comes twice', async () => {
  const wide = { points: 2, windowMs: 600_000 };
  expect(await use(['a', 'b', 'a', 'a'], [wide, { ...wide, points: 1 }, wide, wide])).toEqual([
    0,
    0,
    0,
    expect.any(Number),
  ]);
  const [a, b, c] = await use(['a', 'b', 'c'], [wide, { ...wide, points: 1 }, wide]);
  expect(a).toBeGreaterThan(0);
  expect(b).toBeGreaterThan(0);
  expect(c).toBe(0);
  expect(await redis().pttl('a')).toBeGreaterThan(600_000);
});

it('counts what was used already in any case, and then has room for nobody', async () => {
  const wide = { points: 5, windowMs: 600_000 };
  expect(await use(['owed'], [{ ...wide, made: 3, wanted: 0 }])).toEqual([0]);
  expect(await use(['owed', 'owed'], [wide, { ...wide, made: 2 }])).toEqual([0, expect.any(Number)]);
  expect(await redis().get('owed')).toMatch(/ 6 0$/);
  expect((await use(['owed'], [{ ...wide, wanted: 0 }]))[0]).toBeGreaterThan(0);
});

it('lets a burst of one window count on into the next one, as the local count does', async () => {
  await untilMiddleOfNextWindow();
  const burst = await useOften(30);
  expect(burst.filter((wait) => wait === 0)).toHaveLength(limit.points);
  await untilMiddleOfNextWindow();
  // One more than the limit: at least one is rejected, and tells how much of the window was left.
  const next = await useOften(limit.points + 1);
  const left = Math.max(...next);
  const count = { window: 0, current: limit.points, previous: 0 };
  expect(next).toEqual(next.map(() => slide(count, limit, 2 * limit.windowMs - left)));
});

/** The waits of so many uses at one moment. */
const useOften = (times: number) =>
  use(Array<string>(times).fill('burst'), Array<typeof limit>(times).fill(limit));

/** By Redis's clock, which is this machine's. */
async function untilMiddleOfNextWindow(): Promise<void> {
  const into = (Date.now() / limit.windowMs) % 1;
  await new Promise((resolve) => setTimeout(resolve, (1.5 - into) * limit.windowMs));
}
