import { SLIDE_IN_REDIS, slide, TAKE_BACK_IN_REDIS } from '../src/request/sliding-window.js';
import { ownRedis } from './own-redis.js';

/** So long that no window ends during the tests: this one began in 2008 and ends in 2046. */
const WINDOW_MS = 1_200_000_000_000;
const redis = ownRedis();

interface Use {
  points: number;
  windowMs: number;
  made?: number;
  wanted?: number;
  group?: number;
}

const use = (keys: string[], limits: Use[]) =>
  redis().eval(
    SLIDE_IN_REDIS,
    keys.length,
    ...keys,
    ...limits.flatMap(({ points, windowMs, made = 0, wanted = 1, group = 1 }) => [
      ...[points, windowMs, made, wanted],
      group,
    ]),
  ) as Promise<number[]>;

it('counts each key of a round by itself and by its own limit, also one that comes twice', async () => {
  const wide = { points: 2, windowMs: WINDOW_MS };
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
  expect(await redis().pttl('a')).toBeGreaterThan(WINDOW_MS);
});

it('counts for all keys of a group or for none, whatever comes before and after it', async () => {
  const wide = { points: 2, windowMs: WINDOW_MS };
  const narrow = { ...wide, points: 1 };
  const pair = ['narrow', 'site'];
  const limits = [{ ...narrow, group: 2 }, wide];
  expect(await use(['alone', ...pair, ...pair, 'site'], [wide, ...limits, ...limits, wide])).toEqual([
    ...[0, 0, 0],
    ...[expect.any(Number), 0, 0],
  ]);
  expect(await redis().mget('alone', ...pair)).toEqual(
    [/ 1 0$/, / 1 0$/, / 2 0$/].map((count): unknown => expect.stringMatching(count)),
  );
});

it('counts what was used already in any case, and then has room for nobody', async () => {
  const wide = { points: 5, windowMs: WINDOW_MS };
  expect(await use(['owed'], [{ ...wide, made: 3, wanted: 0 }])).toEqual([0]);
  expect(await use(['owed', 'owed'], [wide, { ...wide, made: 2 }])).toEqual([0, expect.any(Number)]);
  expect(await redis().get('owed')).toMatch(/ 6 0$/);
  expect((await use(['owed'], [{ ...wide, wanted: 0 }]))[0]).toBeGreaterThan(0);
});

it('lets a burst of one window count on into the next one, as the local count does', async () => {
  const limit = { points: 20, windowMs: WINDOW_MS };
  /** Returns the waits of `times` uses at one moment. */
  const useOften = (times: number) =>
    use(Array<string>(times).fill('burst'), Array<typeof limit>(times).fill(limit));
  const burst = await useOften(30);
  expect(burst.filter((wait) => wait === 0)).toHaveLength(limit.points);
  // Changes the count as if it were from the window before.
  const [window, ...counts] = (await redis().get('burst'))?.split(' ') ?? [];
  await redis().set('burst', [Number(window) - 1, ...counts].join(' '));
  // Use it once more than the limit: at least one use is rejected, and its wait tells how much of the window
  // was left.
  const next = await useOften(limit.points + 1);
  const room = limit.points - 1 - next.filter((wait) => wait === 0).length;
  const left = Math.max(...next) + (room * limit.windowMs) / limit.points;
  const count = { window: 0, current: limit.points, previous: 0 };
  expect(next).toEqual(next.map(() => slide(count, limit, 2 * limit.windowMs - left)));
});

it('has room again for a use that was taken back, in its window and in the next one', async () => {
  const wide = { points: 2, windowMs: WINDOW_MS };
  const takeBack = (key: string, agoMs: number) =>
    redis().eval(TAKE_BACK_IN_REDIS, 1, key, wide.windowMs, agoMs);
  expect(await use(['taken', 'taken', 'taken'], [wide, wide, wide])).toEqual([0, 0, expect.any(Number)]);
  await takeBack('taken', 0);
  expect(await use(['taken', 'taken'], [wide, wide])).toEqual([0, expect.any(Number)]);
  const counts = async () => (await redis().get('taken'))?.split(' ').slice(1);
  expect(await counts()).toEqual(['2', '0']);
  const window = Math.floor(Date.now() / wide.windowMs);
  await redis().set('taken', `${window} 1 2`);
  await takeBack('taken', wide.windowMs);
  expect(await counts()).toEqual(['1', '1']);
  await takeBack('taken', 2 * wide.windowMs);
  await takeBack('nothing', 0);
  expect([await counts(), await redis().exists('nothing')]).toEqual([['1', '1'], 0]);
});
