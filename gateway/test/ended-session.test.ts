import { sessionKey } from '@likewell/contracts/auth/session-cache';
import { SealedValues } from '@likewell/service-kit/redis/sealed-values';
import { HttpClient } from '@likewell/testing/http-client';
import { freePort } from '@likewell/testing/spawn-server';
import { startStack, type TestStack } from '@likewell/testing/start-stack';
import { Redis } from 'ioredis';
import { hash } from 'node:crypto';
import { aSecond } from './a-second.js';

const SECRET = 'the secret of auth and the gateway in this test';

let stack: TestStack;
let redis: Redis;

beforeAll(async () => {
  // The gateway reaches the cache, and auth does not.
  const nowhere = `redis://127.0.0.1:${await freePort()}`;
  stack = await startStack({}, { REDIS_URL: nowhere }, { SESSION_CACHE_SECRET: SECRET });
  redis = new Redis(stack.redis.url);
});
afterAll(async () => {
  redis.disconnect();
  await stack.stop();
});

it('a session is dead a second after its logout, although the cache says that it lives and auth cannot tell it', async () => {
  const { client, user } = await new HttpClient(stack.url).join('cutoff');
  const token = client.token ?? '';
  const key = sessionKey(hash('sha256', token));
  // As auth wrote it before it lost the cache.
  await redis.set(key, new SealedValues(SECRET).seal(key, String(user.id)), 'EX', 60);
  const me = () => new HttpClient(stack.url, token).call('GET', '/api/auth/me');
  expect(await me()).toMatchObject({ status: 200 });
  expect(await client.call('POST', '/api/auth/logout')).toMatchObject({ status: 200 });
  await aSecond();
  expect(await me()).toMatchObject({ status: 401 });
  expect(await redis.exists(key)).toBe(1);
});
