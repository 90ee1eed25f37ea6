import { startRedis, type OwnServer } from '@likewell/testing/test-servers';
import { Redis } from 'ioredis';
import { SLIDE_IN_REDIS, slide } from '../src/http/sliding-window.js';

const limit = { points: 20, windowMs: 1000 };
let server: OwnServer;
let redis: Redis;

beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
});
afterAll(async () => {
  redis.disconnect();
  await server.remove();
});

const use = (keys: string[], limits: { points: number; windowMs: number }[]) =>
  redis.eval(
    SLIDE_IN_REDIS,
    keys.length,
    ...keys,
    ...limits.flatMap(({ points, windowMs }) => [points, windowMs]),
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
  expect(await redis.pttl('a')).toBeGreaterThan(600_000);
});

it('lets a burst of one window count on into the next one, as the local count does', async () => {
  const burst = await inWindowAt(0.1, () => useOften(30));
  expect(burst).toBe(20);
  // At 60 % of the next window 40 % of the burst still lie within the last second.
  const next = await inWindowAt(0.6, () => useOften(20));
  const count = { window: 0, current: 20, previous: 0 };
  const local = Array.from({ length: 20 }, () => slide(count, limit, 1600)).filter((wait) => wait === 0);
  expect(Math.abs(next - local.length)).toBeLessThanOrEqual(2);
});

/** @returns how many of so many uses were counted */
async function useOften(times: number): Promise<number> {
  const waits = await use(Array<string>(times).fill('burst'), Array<typeof limit>(times).fill(limit));
  return waits.filter((wait) => wait === 0).length;
}

/** Runs `work` when the next window has come so far, by Redis's clock, which is this machine's. */
async function inWindowAt<T>(share: number, work: () => Promise<T>): Promise<T> {
  const into = (Date.now() / limit.windowMs) % 1;
  await new Promise((resolve) => setTimeout(resolve, (1 - into + share) * limit.windowMs));
  return work();
}
