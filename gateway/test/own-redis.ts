import { startRedis, type OwnServer } from '@likewell/testing/test-servers';
import { Redis } from 'ioredis';

/** A Redis for the tests of one file alone, and a connection to it, from before the first one until after the last one. */
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
