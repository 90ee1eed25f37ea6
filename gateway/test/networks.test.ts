import { sessionKey } from '@likewell/contracts/auth/session-cache';
import { eventually } from '@likewell/testing/eventually';
import { HttpClient } from '@likewell/testing/http-client';
import { bootStack, type BootedStack } from '@likewell/testing/start-stack';
import { TestWallet } from '@likewell/testing/test-wallet';
import { Redis } from 'ioredis';
import { hash, randomBytes } from 'node:crypto';

const HOST = 'likewell.test';
const SECRET = 'the secret of auth and the gateway in this test';

let stack: BootedStack;
let visitor: HttpClient;
let redis: Redis;

beforeAll(async () => {
  stack = await bootStack(
    { LIMIT_READ: '5/10m', LIMIT_SESSION: '10/10m', LIMIT_REGISTER: '20/1h', TRUSTED_PROXIES: '127.0.0.1' },
    { SITE_ORIGINS: `https://${HOST}` },
    { SESSION_CACHE_SECRET: SECRET },
  );
  visitor = new HttpClient(stack.url);
  redis = new Redis(stack.redis.url);
});
afterAll(async () => {
  redis.disconnect();
  await stack.stop();
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const countOf = (statuses: readonly number[], status: number) =>
  statuses.filter((each) => each === status).length;

describe('a limit of visitors', () => {
  const read = async (address: string) =>
    (await visitor.call('GET', '/api/posts/new', undefined, from(address))).status;
  const readFromAll = (addresses: readonly string[]) => Promise.all(addresses.map(read));
  const times = (count: number, address: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => address(index));

  it('is one for all addresses of a /64, however they are written', async () => {
    const rotating = times(20, (index) => `2001:db8:a:1:${index}::${index}`);
    expect(countOf(await readFromAll(rotating), 200)).toBe(5);
    expect(await read('2001:0DB8:000a:0001::77')).toBe(429);
    expect(await read('2001:db8:a:2::1')).toBe(200);
  });

  it('is eight times as much for all networks of a /48, and no more', async () => {
    const rotating = times(60, (index) => `2001:db8:b:${index.toString(16)}::1`);
    expect(countOf(await readFromAll(rotating), 200)).toBe(40);
    expect(await read('2001:db8:b:ffff::1')).toBe(429);
    expect(await read('2001:db8:c:1::1')).toBe(200);
  });

  it('is one for an IPv4 address and the same within IPv6', async () => {
    const addresses = times(8, (index) => (index % 2 ? '198.51.100.7' : '::ffff:198.51.100.7'));
    expect(countOf(await readFromAll(addresses), 200)).toBe(5);
    expect(await read('198.51.100.8')).toBe(200);
  });

  it('holds for the description of the API and the files of its page', async () => {
    const pages = [
      '/api/docs',
      '/api/docs/',
      '/api/docs/swagger-ui-bundle.js',
      '/api/docs/swagger-ui-init.js',
    ];
    const paths = [...pages, '/api/openapi.json'];
    const ask = (path: string) => visitor.call('GET', path, undefined, from('198.51.100.20'));
    for (const path of paths) expect((await ask(path)).status).toBe(200);
    for (const path of paths) {
      const { status, headers, body } = await ask(path);
      expect(status).toBe(429);
      expect(body).toMatchObject({ code: 'RATE_LIMITED', requestId: expect.any(String) });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      const head = await fetch(stack.url + path, { method: 'HEAD', headers: from('198.51.100.20') });
      expect(head.status).toBe(429);
    }
    expect(await read('198.51.100.20')).toBe(429);
    expect(await read('198.51.100.21')).toBe(200);
  });
});

describe('a token that is no session’s', () => {
  const post = async (token: string, address: string, url = stack.url) =>
    (await new HttpClient(url, token).call('POST', '/api/posts', { title: 'x', body: 'x' }, from(address)))
      .status;
  const madeUp = () => randomBytes(32).toString('base64url');
  const many = (count: number, address: (index: number) => string, url = stack.url) =>
    Promise.all(Array.from({ length: count }, (_, index) => post(madeUp(), address(index), url)));

  it('has auth asked so often for a network, all at once or one by one, and then no more', async () => {
    const statuses = await many(20, (index) => `2001:db8:d:1::${index}`);
    expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([10, 10]);
    expect(await post(madeUp(), '2001:db8:d:1::77')).toBe(429);
    expect(await post(madeUp(), '2001:db8:e:1::77')).toBe(401);
  });

  it('stops nobody of that network who signs in here meanwhile', async () => {
    await visitor.join('latecomer');
    const address = from('203.0.113.4');
    expect(countOf(await many(20, () => '203.0.113.4'), 429)).toBe(10);
    const form = { emailOrUser: 'latecomer', password: 'correct horse battery' };
    const { status, body } = await visitor.call('POST', '/api/auth/login', form, address);
    expect(status).toBe(200);
    const member = new HttpClient(stack.url, body.token);
    expect((await member.call('GET', '/api/auth/me', undefined, address)).status).toBe(200);
  });

  it('stops no session of that network that has just begun at another gateway', async () => {
    const url = await stack.addGateway({ LIMIT_SESSION: '10/10m', TRUSTED_PROXIES: '127.0.0.1' });
    expect(countOf(await many(20, () => '203.0.113.3', url), 429)).toBe(10);
    const { client } = await visitor.join('elsewhere');
    // Where auth is slow, the gateway of the sign-in responds before the session is noted.
    const key = sessionKey(hash('sha256', client.token ?? ''));
    await eventually(async () => expect(await redis.exists(key)).toBe(1));
    // A signed-in member gets a 403.
    const member = new HttpClient(url, client.token);
    const { status } = await member.call('GET', '/api/moderation/queue', undefined, from('203.0.113.3'));
    expect(status).toBe(403);
  });

  it('does not stop a session of that network that this gateway knows, nor a visitor, nor another network', async () => {
    const { client } = await visitor.join('neighbour');
    const read = () => client.call('GET', '/api/auth/me', undefined, from('203.0.113.5'));
    expect((await read()).status).toBe(200);
    const statuses = await many(20, () => '203.0.113.5');
    expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([10, 10]);
    await pastMemory();
    expect((await read()).status).toBe(200);
    expect(await post(madeUp(), '203.0.113.6')).toBe(401);
    const page = await new HttpClient(stack.url, madeUp()).call(
      'GET',
      '/api/posts/999999',
      undefined,
      from('203.0.113.5'),
    );
    expect(page.status).toBe(404);
  });

  it('counts once, whoever presents it at the same time', async () => {
    const token = (await visitor.join('hurried')).client.token ?? '';
    const statuses = await Promise.all(Array.from({ length: 20 }, () => post(token, '203.0.113.8')));
    expect(countOf(statuses, 201)).toBe(20);
  });

  it('is counted, and a good one is not', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `commuter_${index}`);
    for (const name of names) {
      const { client } = await visitor.join(name);
      expect((await client.call('GET', '/api/auth/me', undefined, from('203.0.113.7'))).status).toBe(200);
    }
  });

  it('that was good until its member logged out is invalid within the second, whoever knew it', async () => {
    const { client } = await visitor.join('leaver');
    const read = async () =>
      (await client.call('GET', '/api/auth/me', undefined, from('203.0.113.9'))).status;
    expect(await read()).toBe(200);
    expect((await client.call('POST', '/api/auth/logout', {}, from('203.0.113.9'))).status).toBe(200);
    expect(await read()).toBe(401);
  });
});

describe('the limit on new members', () => {
  const signIn = async (wallet: TestWallet, address: string) => {
    const headers = { ...from(address), 'x-forwarded-host': HOST };
    const { body } = await visitor.call('GET', '/api/auth/wallet-nonce', undefined, headers);
    return visitor.call('POST', '/api/auth/login-wallet', wallet.sign(body.message), headers);
  };

  it('counts those who come by wallet together with those who come by password, and lets members in', async () => {
    const wallets = Array.from({ length: 25 }, () => new TestWallet());
    const statuses: number[] = [];
    for (const [index, wallet] of wallets.entries()) {
      statuses.push((await signIn(wallet, `2001:db8:f:1::${index}`)).status);
    }
    expect([countOf(statuses, 200), countOf(statuses, 429)]).toEqual([20, 5]);

    const form = { username: 'one_more', email: 'one_more@example.org', password: 'correct horse battery' };
    const rejected = await visitor.call('POST', '/api/auth/register', form, from('2001:db8:f:1::77'));
    expect([rejected.status, rejected.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(1);

    expect((await signIn(wallets[0] ?? new TestWallet(), '2001:db8:f:1::78')).status).toBe(200);
    expect((await signIn(new TestWallet(), '2001:db8:f:2::1')).status).toBe(200);
  });
});

/** Waits until the gateway's own memory of a session, 900 ms, has expired. */
const pastMemory = () => new Promise((resolve) => setTimeout(resolve, 1000));
