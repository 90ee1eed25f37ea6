import { startRedis, type OwnServer } from '@likewell/testing/test-servers';
import { Redis } from 'ioredis';

/**
 * Starts a Redis for the tests of one file, with a connection to it, before the first test, and stops it
 * after the last one.
 */
export function ownRedis(): () => Redis {
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
  return () => redis;
}
