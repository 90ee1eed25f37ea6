import { sessionKey } from '@likewell/contracts/auth/session-cache';
import { SealedValues } from '@likewell/service-kit/redis/sealed-values';
import { HttpClient } from '@likewell/testing/http-client';
import { bootStack, type BootedStack } from '@likewell/testing/start-stack';
import { Redis } from 'ioredis';
import { hash, randomBytes } from 'node:crypto';
import { aSecond } from './time.js';

const SECRET = 'the secret of auth and the gateway in this test';
const UNKNOWN_SEAL = randomBytes(16).toString('base64url');

let stack: BootedStack;
let visitor: HttpClient;
let redis: Redis;

beforeAll(async () => {
  stack = await bootStack({}, {}, { SESSION_CACHE_SECRET: SECRET });
  visitor = new HttpClient(stack.url);
  redis = new Redis(stack.redis.url);
});
afterAll(async () => {
  redis.disconnect();
  await stack.stop();
});

const keyOf = (token: string) => sessionKey(hash('sha256', token));
const me = (token: string) => new HttpClient(stack.url, token).call('GET', '/api/auth/me');
const queue = (token: string) => new HttpClient(stack.url, token).call('GET', '/api/moderation/queue');

/** Creates a member whose session is in the cache. */
async function joined(username: string): Promise<{ token: string; id: number }> {
  const { client, user } = await visitor.join(username);
  const token = client.token ?? '';
  expect(await me(token)).toMatchObject({ status: 200 });
  expect(await redis.exists(keyOf(token))).toBe(1);
  return { token, id: user.id };
}

describe('whoever can write into the cache', () => {
  it('makes no session by it', async () => {
    const { token, id } = await joined('victim');
    const stolen = (await redis.get(keyOf(token))) ?? '';
    const stranger = new SealedValues('another secret, which a stranger has made up');
    const forgeries = [
      ...[String(id), `${id}:admin`, stolen, stranger.seal('any', String(id)), '', 'null', '1', '1:admin'],
      ...[`${id}:admin ${UNKNOWN_SEAL}`, `${id}:admin ${Date.now()} ${UNKNOWN_SEAL}`],
      `{"memberId":${id},"role":"admin"}`,
    ];
    for (const value of forgeries) {
      const made = randomBytes(32).toString('base64url');
      await redis.set(keyOf(made), value);
      expect(await me(made)).toMatchObject({ status: 401 });
    }
  });

  it('gives nobody a role', async () => {
    const { token, id } = await joined('ambitious');
    const key = keyOf(token);
    const [own = '', ...seal] = ((await redis.get(key)) ?? '').split(' ');
    for (const value of [`${id}:admin`, [`${own}:admin`, ...seal].join(' '), `${id}:admin ${UNKNOWN_SEAL}`]) {
      await redis.set(key, value);
      await aSecond();
      expect(await queue(token)).toMatchObject({ status: 403, body: { code: 'MODERATORS_ONLY' } });
    }
  });

  it('signs nobody out', async () => {
    const { token } = await joined('quiet');
    await redis.set(keyOf(token), 'revoked');
    await aSecond();
    expect(await me(token)).toMatchObject({ status: 200 });
  });
});

it('auth itself says who moderates, whatever stands in the cache', async () => {
  const { token, id } = await joined('insider');
  const key = keyOf(token);
  await redis.set(key, new SealedValues(SECRET).seal(key, `${id}:admin`));
  await aSecond();
  expect(await queue(token)).toMatchObject({ status: 403 });
});
