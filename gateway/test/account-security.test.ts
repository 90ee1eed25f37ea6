import { TestWallet } from '@likewell/testing/test-wallet';
import { eventually } from '@likewell/testing/eventually';
import { HttpClient } from '@likewell/testing/http-client';
import { bootStack, type BootedStack } from '@likewell/testing/start-stack';
import { untilSoManyWait } from '@likewell/testing/until-so-many-wait';
import { totpCode } from '@likewell/testing/totp-app';
import { randomBytes } from 'node:crypto';
import { aSecond } from './time.js';
import { expectRejection } from './expect-rejection.js';
import { isOpenForTips } from './is-open-for-tips.js';

const PASSWORD = 'correct horse battery';
const SESSIONS = '/api/users/me/sessions';
const METHODS = '/api/users/me/sign-in-methods';
const FIREFOX = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };

let stack: BootedStack;
let visitor: HttpClient;

beforeAll(async () => {
  stack = await bootStack({ LIMIT_LOGIN_ACCOUNT: '3/1h' });
  visitor = new HttpClient(stack.url);
});
afterAll(() => stack.stop());

/** Ages the confirmations in all sessions of a member by eleven minutes. */
const age = (memberId: number) =>
  stack.schemas.auth.owner.query(
    `UPDATE session SET confirmed_at = now() - interval '11 minutes' WHERE member_id = $1`,
    [memberId],
  );

const confirm = (client: HttpClient, password = PASSWORD) =>
  client.call('POST', '/api/auth/confirm', { way: 'password', password });
const listed = async (client: HttpClient) => (await client.call('GET', SESSIONS)).body.items;

describe('what is there to keep an account', () => {
  const routes = [
    ['POST', '/api/auth/confirm'],
    ['GET', SESSIONS],
    ['DELETE', SESSIONS],
    ['DELETE', `${SESSIONS}/1`],
    ['GET', METHODS],
    ['POST', METHODS],
    ['POST', `${METHODS}/password`],
    ['DELETE', `${METHODS}/password/1`],
    ['GET', '/api/users/me/tip-limit'],
    ['PUT', '/api/users/me/tip-limit'],
  ] as const;

  it.each(routes)('%s %s is for members alone', async (method, path) => {
    expectRejection(
      await visitor.call(method, path, method === 'GET' ? undefined : {}),
      401,
      'UNAUTHENTICATED',
    );
    expectRejection(await new HttpClient(stack.url, 'x'.repeat(43)).call(method, path), 401);
  });

  it.each([
    ['GET', SESSIONS],
    ['DELETE', SESSIONS],
    ['GET', METHODS],
    ['GET', '/api/users/me/tip-limit'],
  ])('%s %s is about the caller, whoever they name', async (method, path) => {
    const [{ client }, { client: other, user }] = await Promise.all([
      visitor.join(`me_${method}_${path.length}`.toLowerCase()),
      visitor.join(`you_${method}_${path.length}`.toLowerCase()),
    ]);
    await client.call(method, `${path}?memberId=${user.id}&member_id=${user.id}`, undefined);
    expect(await listed(other)).toHaveLength(1);
  });

  it('another member’s session and sign-in method are there for nobody else', async () => {
    const [{ client: one }, { client: other }] = [
      await visitor.join('one_of_us'),
      await visitor.join('not_us'),
    ];
    const [session] = await listed(other);
    const [method] = (await other.call('GET', METHODS)).body.items;
    expectRejection(await one.call('DELETE', `${SESSIONS}/${session.id}`), 404, 'SESSION_NOT_FOUND');
    expectRejection(
      await one.call('DELETE', `${METHODS}/password/${method.id}`),
      404,
      'SIGN_IN_METHOD_NOT_FOUND',
    );
    expect(await other.call('GET', '/api/auth/me')).toMatchObject({ status: 200 });
    for (const id of ['0', '-1', '1.5', 'x', '%00', '9'.repeat(17)])
      expect((await one.call('DELETE', `${SESSIONS}/${id}`)).status).toBe(400);
  });
});

describe('a route that wants to know first that it is the member', () => {
  it('is each that the documentation says is one, ten minutes after the sign-in', async () => {
    const { client, user } = await visitor.join('long_ago');
    await age(user.id);
    const { body: document } = await visitor.call('GET', '/api/openapi.json');
    const operations = Object.entries<Record<string, { responses: { 403?: { description: string } } }>>(
      document.paths,
    ).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { responses }]) => responses[403]?.description.includes('CONFIRMATION_NEEDED'))
        .map(([method]) => [method.toUpperCase(), path] as const),
    );
    // A tip needs a confirmation only above a limit, a change of the password only by who has a second factor.
    const some = ['/api/posts/{id}/like', '/api/users/password'];
    const asking = operations.filter(([, path]) => !some.includes(path));
    expect(asking.map(([, path]) => path)).toEqual(
      expect.arrayContaining([SESSIONS, METHODS, '/api/wallet/links', '/api/users/me/tip-limit']),
    );
    for (const [method, path] of asking) {
      const response = await client.call(method, path.replaceAll(/\{\w+\}/g, '1'));
      expectRejection(response, 403, 'CONFIRMATION_NEEDED');
      expect(response.body.details).toEqual({ ways: ['password'] });
    }
  });

  it('lets them in once they have, in this session alone', async () => {
    const { client, user } = await visitor.join('asked_again');
    const { body } = await client.call('POST', '/api/auth/login', {
      emailOrUser: 'asked_again',
      password: PASSWORD,
    });
    await age(user.id);
    expectRejection(await client.call('DELETE', `${SESSIONS}/1`), 403, 'CONFIRMATION_NEEDED');
    const before = Date.now();
    const { status, body: confirmed } = await confirm(client);
    expect([status, Date.parse(confirmed.confirmed_until) > before + 590_000]).toEqual([200, true]);
    expectRejection(await client.call('DELETE', `${SESSIONS}/1`), 404);
    const elsewhere = new HttpClient(stack.url, body.token);
    expectRejection(await elsewhere.call('DELETE', `${SESSIONS}/1`), 403, 'CONFIRMATION_NEEDED');
  });

  it('a wrong password is a guess, which the sign-in counts too, and ends no session', async () => {
    const { client, user } = await visitor.join('guessed_at');
    await age(user.id);
    for (let guess = 0; guess < 3; guess += 1)
      expectRejection(await confirm(client, 'a wild guess'), 403, 'WRONG_PASSWORD');
    const rejected = await confirm(client);
    expectRejection(rejected, 429, 'RATE_LIMITED');
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(1);
    const login = { emailOrUser: 'guessed_at', password: PASSWORD };
    expectRejection(await visitor.call('POST', '/api/auth/login', login), 429, 'RATE_LIMITED');
    expect(await client.call('GET', '/api/auth/me')).toMatchObject({ status: 200 });
    expectRejection(await client.call('DELETE', SESSIONS), 403, 'CONFIRMATION_NEEDED');
  });

  it.each([
    [{}, 'Choose a way to confirm that it is you.'],
    [{ way: 'password' }, 'Enter your password.'],
    [{ way: 'google', proof: 'x'.repeat(101) }, 'This is no proof of Google’s.'],
  ])('does not take %j for one', async (body, sentence) => {
    const { client } = await visitor.join(`wrong_form_${JSON.stringify(body).length}`);
    const response = await client.call('POST', '/api/auth/confirm', body);
    expectRejection(response, 400, 'INVALID_INPUT');
    expect(response.body.error).toBe(sentence);
  });

  it('a wallet of somebody else confirms nothing and signs nobody out', async () => {
    const { client } = await visitor.join('no_wallet');
    const proof = { way: 'wallet', ...new TestWallet().sign('Login to Likewell') };
    expectRejection(await client.call('POST', '/api/auth/confirm', proof), 403, 'IDENTITY_NOT_CONFIRMED');
    expect(await client.call('GET', '/api/auth/me')).toMatchObject({ status: 200 });
  });
});

it('the list of sessions shows a kind of browser and no address, and ending all others ends them', async () => {
  const { client } = await visitor.join('two_devices');
  const login = { emailOrUser: 'two_devices', password: PASSWORD };
  const { body } = await visitor.call('POST', '/api/auth/login', login, FIREFOX);
  const { status, body: list } = await client.call('GET', SESSIONS);
  const item = {
    ...{ id: expect.any(Number), method: 'password', this_network: true },
    ...{ created_at: expect.stringMatching(/^20.*Z$/), last_used_at: expect.stringMatching(/^20.*Z$/) },
  };
  expect([status, list]).toEqual([
    200,
    {
      items: [
        { ...item, device: 'other on other', this_session: true },
        { ...item, device: 'firefox on linux', this_session: false },
      ],
    },
  ]);
  expect(await client.call('DELETE', SESSIONS)).toMatchObject({ status: 200, body: { ended: 1 } });
  await aSecond();
  expectRejection(await new HttpClient(stack.url, body.token).call('GET', '/api/auth/me'), 401);
  expect(await listed(client)).toHaveLength(1);
});

it('what was asked for in a session and waits while that ends is answered as signed out, and not done', async () => {
  const { client, user } = await visitor.join('was_robbed');
  const { secret } = (await client.call('POST', '/api/users/me/totp')).body;
  const { owner } = stack.schemas.auth;
  const other = await owner.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT FROM member WHERE id = $1 FOR UPDATE', [user.id]);
    const asked = [
      client.call('POST', '/api/users/me/totp/confirm', { code: totpCode(secret) }),
      client.call('POST', '/api/users/me/recovery-codes'),
      client.call('DELETE', '/api/users/me/passkeys/1'),
      client.call('PUT', '/api/users/password', { oldPass: PASSWORD, newPass: 'staple, quite another' }),
      client.call('PUT', '/api/users/me/email', { email: 'thief@evil.example' }),
    ];
    await untilSoManyWait(stack.schemas.auth, asked.length);
    await other.query('DELETE FROM session WHERE member_id = $1', [user.id]);
    await other.query('COMMIT');
    for (const response of await Promise.all(asked)) expectRejection(response, 401, 'UNAUTHENTICATED');
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
  const { rowCount } = await owner.query('SELECT FROM recovery_code WHERE member_id = $1', [user.id]);
  expect(rowCount).toBe(0);
});

describe('sign-in methods', () => {
  it('are listed, and the last one stays', async () => {
    const { client } = await visitor.join('one_method');
    const { body } = await client.call('GET', METHODS);
    const [password] = body.items;
    expect(password).toEqual({
      id: expect.any(Number),
      provider: 'password',
      address: null,
      created_at: expect.any(String),
    });
    expectRejection(
      await client.call('DELETE', `${METHODS}/password/${password.id}`),
      409,
      'LAST_SIGN_IN_METHOD',
    );
    expectRejection(await client.call('DELETE', `${METHODS}/fingerprint/1`), 400);
  });

  it('no new password is taken from who has one, nor a short one from anybody', async () => {
    const { client } = await visitor.join('has_password');
    const add = (newPass: string) => client.call('POST', `${METHODS}/password`, { newPass });
    expectRejection(await add('another horse battery'), 409, 'PASSWORD_EXISTS');
    expectRejection(await add('1234567'), 400);
  });
});

describe('a limit of tips', () => {
  it('asks who tips more than it, within a second and no others, and never where there is none', async () => {
    const [{ client: author }, { client: payer, user }] = [
      await visitor.join('tipped'),
      await visitor.join('careful'),
    ];
    const id = await author.publish('For tips');
    await eventually(async () => expect(await isOpenForTips(stack, id)).toBe(true));
    const tip = (amount: number) => payer.call('POST', `/api/posts/${id}/like`, { amount });
    const limit = (value: unknown) => payer.call('PUT', '/api/users/me/tip-limit', { limit: value });
    expect((await payer.call('GET', '/api/users/me/tip-limit')).body).toEqual({
      limit: null,
      limitNano: null,
    });
    await age(user.id);
    expect(await tip(7)).toMatchObject({ status: 200 });
    expectRejection(await limit(5.5), 403, 'CONFIRMATION_NEEDED');
    await confirm(payer);
    expect((await limit(5.5)).body).toEqual({ limit: 5.5, limitNano: '5500000000' });
    await age(user.id);
    await aSecond();
    expect(await tip(5.5)).toMatchObject({ status: 200 });
    const rejected = await tip(5.500001);
    expectRejection(rejected, 403, 'CONFIRMATION_NEEDED');
    expect(rejected.body.details).toEqual({ ways: ['password'] });
    await confirm(payer);
    expect(await tip(5.500001)).toMatchObject({ status: 200 });
    expect((await limit(null)).body.limit).toBeNull();
    await age(user.id);
    await aSecond();
    expect(await tip(6)).toMatchObject({ status: 200 });
  });

  it.each([0, -1, 'a lot', undefined, {}, 1e12, 0.0000001])('is not %j', async (value) => {
    const { client } = await visitor.join(`limit_${randomBytes(5).toString('hex')}`);
    expectRejection(await client.call('PUT', '/api/users/me/tip-limit', { limit: value }), 400);
  });
});
