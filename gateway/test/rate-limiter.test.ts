import type { GatewayConfig } from '../src/config.js';
import { RateLimiter } from '../src/request/rate-limiter.js';
import { ownRedis } from './own-redis.js';

const LIMIT = 5;
const config = {
  ...{ GATEWAY_REPLICAS: 1, GATEWAY_WORKERS: 1 },
  LIMIT_READ: { points: LIMIT, windowMs: 600_000 },
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
