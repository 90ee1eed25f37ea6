import { sessionKey } from '@likewell/contracts/auth/session-cache';
import { SealedValues } from '@likewell/service-kit/redis/sealed-values';
import { HttpClient } from '@likewell/testing/http-client';
import { freePort } from '@likewell/testing/spawn-server';
import { bootStack, type BootedStack } from '@likewell/testing/start-stack';
import { Redis } from 'ioredis';
import { hash } from 'node:crypto';
import { aSecond } from './time.js';

const SECRET = 'the secret of auth and the gateway in this test';

let stack: BootedStack;
let redis: Redis;

beforeAll(async () => {
  // The gateway reaches the cache, but auth does not.
  const nowhere = `redis://127.0.0.1:${await freePort()}`;
  stack = await bootStack({}, { REDIS_URL: nowhere }, { SESSION_CACHE_SECRET: SECRET });
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
  // Writes the value that auth wrote before it lost the cache.
  await redis.set(key, new SealedValues(SECRET).seal(key, String(user.id)), 'EX', 60);
  const me = () => new HttpClient(stack.url, token).call('GET', '/api/auth/me');
  expect(await me()).toMatchObject({ status: 200 });
  expect(await client.call('POST', '/api/auth/logout')).toMatchObject({ status: 200 });
  await aSecond();
  expect(await me()).toMatchObject({ status: 401 });
  expect(await redis.exists(key)).toBe(1);
});

it('a session that its member ends from another one is dead a second later at every gateway, whatever the cache says', async () => {
  const second = await stack.addGateway();
  const { client, user } = await new HttpClient(stack.url).join('two_places');
  const login = { emailOrUser: 'two_places', password: 'correct horse battery' };
  const { body } = await client.call('POST', '/api/auth/login', login);
  const key = sessionKey(hash('sha256', body.token));
  await redis.set(key, new SealedValues(SECRET).seal(key, String(user.id)), 'EX', 60);
  // A signed-in member gets a 403, a visitor a 401.
  const doors = [stack.url, second].map((url) => new HttpClient(url, body.token));
  const seen = () => Promise.all(doors.map((door) => door.call('GET', '/api/moderation/queue')));
  /** Waits until both gateways have received what auth has sent before: a response of NATS comes after it. */
  const received = () => Promise.all(doors.map((door) => door.call('GET', '/api/posts/new')));
  expect(await seen()).toMatchObject([{ status: 403 }, { status: 403 }]);
  const { body: list } = await client.call('GET', '/api/users/me/sessions');
  const other = list.items.find((item: { this_session: boolean }) => !item.this_session);
  expect(await client.call('DELETE', `/api/users/me/sessions/${other.id}`)).toMatchObject({ status: 200 });
  await aSecond();
  await received();
  expect(await seen()).toMatchObject([{ status: 401 }, { status: 401 }]);
  expect(await redis.exists(key)).toBe(1);
  expect(await client.call('GET', '/api/auth/me')).toMatchObject({ status: 200 });
});
