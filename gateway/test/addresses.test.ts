import { eventually } from '@likewell/testing/eventually';
import { HttpClient } from '@likewell/testing/http-client';
import { bootStack, type BootedStack } from '@likewell/testing/start-stack';
import { randomBytes } from 'node:crypto';
import { expectRejection } from './expect-rejection.js';

const SITE = 'https://likewell.test';
const NEW = 'staple, quite another';

let stack: BootedStack;
let visitor: HttpClient;

beforeAll(async () => {
  stack = await bootStack({ LIMIT_MAIL: '8/10m', TRUSTED_PROXIES: '127.0.0.1' }, { SITE_ORIGINS: SITE });
  visitor = new HttpClient(stack.url);
});
afterAll(() => stack.stop());

const from = (address: string) => ({ 'x-forwarded-for': address });
const requestReset = (emailOrUser: string, headers: Record<string, string>) =>
  visitor.call('POST', '/api/auth/password/reset-request', { emailOrUser }, headers);

/**
 * Returns the links in the queued mails to an address, oldest first; no mail is sent, because there is no
 * mail server here.
 */
async function linksTo(address: string): Promise<string[]> {
  const { rows } = await stack.schemas.auth.owner.query<{ link: string }>(
    `SELECT coalesce(data->>'link', data->>'undoLink') AS link FROM mail
     WHERE recipient = $1 AND (data ? 'link' OR data ? 'undoLink') ORDER BY id`,
    [address],
  );
  return rows.map(({ link }) => link);
}

const tokenOf = (link: string | undefined) => new URL(link ?? '').hash.slice(1);
const verify = async (email: string) =>
  visitor.call('POST', '/api/auth/email/verify', { token: tokenOf((await linksTo(email))[0]) });

describe('an address', () => {
  it('is confirmed by the link that was mailed, which signs nobody in', async () => {
    const { client, user } = await visitor.join('confirms');
    const before = await client.call('GET', '/api/users/me/account');
    expect(before.body).toEqual({
      email: 'confirms@example.org',
      email_verified: false,
      pending_email: null,
      waits_for: [],
    });
    const response = await verify(user.email);
    expect([response.status, response.body]).toEqual([200, { email: user.email, username: 'confirms' }]);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect((await client.call('GET', '/api/users/me/account')).body.email_verified).toBe(true);
    expectRejection(await verify(user.email), 403, 'MAIL_LINK_INVALID');
  });

  it('is confirmed for who has it and is signed in, by a link that was mailed to another who has it', async () => {
    const { user: stranger } = await visitor.join('stranger');
    const form = { username: 'owns_it', email: stranger.email, password: NEW, ref: null };
    const owner = await visitor.call('POST', '/api/auth/register', form);
    const client = new HttpClient(stack.url, owner.body.token);
    const [token] = (await linksTo(stranger.email)).map(tokenOf);
    expect((await client.call('POST', '/api/auth/email/verify', { token })).status).toBe(200);
    const { body } = await client.call('GET', '/api/users/me/account');
    expect(body).toMatchObject({ email: stranger.email, email_verified: true });
  });

  it('is taken once it is confirmed: 409 with the text of the sign-up form', async () => {
    const { user } = await visitor.join('first_holder');
    const form = (username: string) => ({ username, email: user.email, password: NEW, ref: null });
    expect((await visitor.call('POST', '/api/auth/register', form('second_holder'))).status).toBe(200);
    await verify(user.email);
    const taken = await visitor.call('POST', '/api/auth/register', form('third_holder'));
    expectRejection(taken, 409, 'EMAIL_TAKEN');
  });

  it('is changed by who has shown lately that it is them, and answers alike for a taken one', async () => {
    const { client } = await visitor.join('changes');
    const { user: other } = await visitor.join('other_holder');
    await verify(other.email);
    for (const email of [other.email, 'free@example.org']) {
      const { status, body } = await client.call('PUT', '/api/users/me/email', { email });
      expect([status, body]).toEqual([202, {}]);
    }
    await stack.schemas.auth.owner.query(`UPDATE session SET confirmed_at = now() - interval '1 hour',
      created_at = now() - interval '1 hour'`);
    const late = await client.call('PUT', '/api/users/me/email', { email: 'late@example.org' });
    expectRejection(late, 403, 'CONFIRMATION_NEEDED');
  });
});

describe('POST /api/auth/password/reset-request', () => {
  it('answers alike for everybody and nobody', async () => {
    const { user } = await visitor.join('known');
    await verify(user.email);
    const names = [user.email, 'known', 'unknown', 'unknown@example.org', 'KNOWN'];
    const responses = await Promise.all(names.map((name) => requestReset(name, from('192.0.2.1'))));
    const seen = responses.map(({ status, body, headers }) => [
      status,
      body,
      [...headers.keys()].filter((name) => name !== 'x-request-id').sort(),
    ]);
    expect(new Set(seen.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(seen[0]?.slice(0, 2)).toEqual([202, {}]);
  });

  it('makes the link of the site’s own address, whatever host was asked', async () => {
    const { user } = await visitor.join('poisoned');
    await verify(user.email);
    const forged = {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example;proto=https',
      'x-original-host': 'evil.example',
      'x-host': 'evil.example',
      'x-forwarded-server': 'evil.example',
      'x-original-url': 'https://evil.example/',
      'x-forwarded-proto': 'javascript',
      'x-forwarded-port': '1',
      'x-forwarded-prefix': '//evil.example',
      origin: 'https://evil.example',
      referer: 'https://evil.example/',
    };
    await requestReset(user.email, { ...forged, ...from('192.0.2.2') });
    await eventually(async () => expect(await linksTo(user.email)).toHaveLength(2));
    for (const link of await linksTo(user.email)) {
      expect(link).toMatch(/^https:\/\/likewell\.test\/account\/[a-z-]+#[\w-]{43}$/);
    }
  });

  it('is limited by network, and says when to come back', async () => {
    const statuses: number[] = [];
    for (let time = 0; time < 10; time += 1)
      statuses.push((await requestReset(`nobody_${time}`, from('192.0.2.3'))).status);
    expect(statuses).toEqual([...Array<number>(8).fill(202), 429, 429]);
    expect((await requestReset('nobody', from('192.0.2.4'))).status).toBe(202);
  });
});

describe('POST /api/auth/password/reset', () => {
  it('sets the password, ends the session within a second, and the token works once', async () => {
    const { client, user } = await visitor.join('forgetful');
    await verify(user.email);
    await requestReset('forgetful', from('192.0.2.5'));
    await eventually(async () => expect(await linksTo(user.email)).toHaveLength(2));
    const token = tokenOf((await linksTo(user.email))[1]);
    const reset = (newPassword: string) =>
      visitor.call('POST', '/api/auth/password/reset', { token, newPassword });
    expectRejection(await reset('short'), 400, 'INVALID_INPUT');
    const { status, body } = await reset(NEW);
    expect([status, body]).toEqual([200, {}]);
    await eventually(async () => expect((await client.call('GET', '/api/auth/me')).status).toBe(401));
    expectRejection(await reset(NEW), 403, 'MAIL_LINK_INVALID');
    const login = { emailOrUser: user.email, password: NEW };
    expect((await visitor.call('POST', '/api/auth/login', login)).status).toBe(200);
  });

  it('has them wait who tried the token with easy passwords, from wherever', async () => {
    const { user } = await visitor.join('hurried');
    await verify(user.email);
    await requestReset('hurried', from('192.0.2.6'));
    await eventually(async () => expect(await linksTo(user.email)).toHaveLength(2));
    const form = { token: tokenOf((await linksTo(user.email))[1]), newPassword: 'password1' };
    const reset = (network: number) =>
      visitor.call('POST', '/api/auth/password/reset', form, from(`203.0.113.${network}`));
    for (let network = 1; network <= 5; network += 1)
      expectRejection(await reset(network), 400, 'PASSWORD_TOO_EASY');
    const rejected = await reset(6);
    expectRejection(rejected, 429, 'RATE_LIMITED');
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each<[unknown, number, string]>([
    [randomBytes(32).toString('base64url'), 403, 'MAIL_LINK_INVALID'],
    ['', 400, 'INVALID_INPUT'],
    ['x'.repeat(42), 400, 'INVALID_INPUT'],
    [7, 400, 'INVALID_INPUT'],
    [null, 400, 'INVALID_INPUT'],
    ...[['a'.repeat(43)], true, {}, { $ne: '' }, '../..', 'x'.repeat(5000), `${'x'.repeat(42)}\0`].map(
      (token): [unknown, number, string] => [token, 400, 'INVALID_INPUT'],
    ),
  ])('with the token %j is %i %s', async (token, status, code) => {
    for (const path of ['password/reset', 'email/verify', 'email/confirm-change', 'email/undo-change'])
      expectRejection(
        await visitor.call('POST', `/api/auth/${path}`, { token, newPassword: NEW }),
        status,
        code,
      );
  });
});

it('no secret of a link stands in a log', async () => {
  const { rows } = await stack.schemas.auth.owner.query<{ link: string }>(
    `SELECT data->>'link' AS link FROM mail WHERE data ? 'link'`,
  );
  expect(rows.length).toBeGreaterThan(5);
  for (const { link } of rows)
    for (const { log } of [stack.gateway, stack.services.auth]) expect(log).not.toContain(tokenOf(link));
});
