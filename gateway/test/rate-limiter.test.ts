import type { GatewayConfig } from '../src/config.js';
import { RateLimiter } from '../src/request/rate-limiter.js';
import { ownRedis } from './own-redis.js';

const LIMIT = 5;
const config = {
  ...{ GATEWAY_REPLICAS: 1, GATEWAY_WORKERS: 1 },
  LIMIT_READ: { points: LIMIT, windowMs: 600_000 },
  LIMIT_DRAFT: { points: LIMIT, windowMs: 3_600_000 },
} as GatewayConfig;

const redis = ownRedis();

it('what nobody waits for leaves the room of what Redis is being asked about', async () => {
  const limiter = new RateLimiter(redis(), config);
  const asked = [limiter.takeFrom('read', '192.0.2.1'), limiter.takeFrom('read', '192.0.2.1')];
  const taken = Array.from({ length: 10 }, () => limiter.takeUnawaited('read', '192.0.2.1'));
  expect(taken.filter(Boolean)).toHaveLength(LIMIT - asked.length);
  await Promise.all(asked);
  await expect(limiter.takeFrom('read', '192.0.2.1')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});

it('what nobody waits for has no room while Redis is asked about as many uses as there may be', async () => {
  const limiter = new RateLimiter(redis(), config);
  const asked = Array.from({ length: LIMIT }, () => limiter.takeFrom('read', '192.0.2.9'));
  expect(limiter.takeUnawaited('read', '192.0.2.9')).toBe(false);
  await Promise.all(asked);
});

it('a use that is taken back has room again, at this gateway and at the others', async () => {
  const [one, other] = [new RateLimiter(redis(), config), new RateLimiter(redis(), config)];
  // Part of an IPv6 /48, which counts beside the /64.
  const address = '2001:db8:1:2::3';
  for (let time = 0; time < 3 * LIMIT; time += 1) await (await one.takeFrom('read', address))();
  for (let time = 0; time < LIMIT; time += 1) await other.takeFrom('read', address);
  await expect(one.takeFrom('read', address)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(one.takeUnawaited('read', address)).toBe(true);
});

it('what nobody waits for has the room of this gateway alone while Redis is away, and all of it again', async () => {
  const connection = redis().duplicate();
  connection.disconnect();
  const limiter = new RateLimiter(connection, { ...config, GATEWAY_REPLICAS: LIMIT });
  await limiter.takeFrom('read', '192.0.2.10');
  const taken = () => limiter.takeUnawaited('read', '192.0.2.11');
  expect([taken(), taken()]).toEqual([true, false]);
  await expect(limiter.takeFrom('read', '192.0.2.11')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await connection.connect();
  await limiter.takeFrom('read', '192.0.2.11');
  expect(taken()).toBe(true);
  connection.disconnect();
});

it('a use that is taken back has room again while Redis is away', async () => {
  const away = redis().duplicate();
  away.disconnect();
  const limiter = new RateLimiter(away, config);
  for (let time = 0; time < 3 * LIMIT; time += 1) await (await limiter.take('read', 7))();
  for (let time = 0; time < LIMIT; time += 1) await limiter.take('read', 7);
  await expect(limiter.take('read', 7)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});

it.each(['there', 'away'])(
  'what a network is rejected uses up nothing of its site while Redis is %s',
  async (where) => {
    const connection = redis().duplicate();
    if (where === 'away') connection.disconnect();
    const limiter = new RateLimiter(connection, config);
    const takes = Array.from({ length: 60 }, (_, index) =>
      limiter.takeFrom('draft', `2001:db8:4:1::${index}`),
    );
    const results = await Promise.allSettled(takes);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMIT);
    await limiter.takeFrom('draft', '2001:db8:4:2::1');
    connection.disconnect();
  },
);
