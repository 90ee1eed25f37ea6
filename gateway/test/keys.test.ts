import { eventually } from '@likewell/testing/eventually';
import { HttpClient } from '@likewell/testing/http-client';
import { bootStack, type BootedStack } from '@likewell/testing/start-stack';
import { TestWallet } from '@likewell/testing/test-wallet';
import { earlyInStep, totpCode } from '@likewell/testing/totp-app';
import { expectRejection } from './expect-rejection.js';

const FROM_NGINX = { 'x-forwarded-host': 'likewell.test' };
const PASSWORD = 'correct horse battery';
const CODE = /^[a-z2-7]{4}(-[a-z2-7]{4}){5}$/;

let stack: BootedStack;
let visitor: HttpClient;
beforeAll(async () => {
  stack = await bootStack(
    { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'trace' },
    { SITE_ORIGINS: 'https://likewell.test', LOG_LEVEL: 'trace' },
  );
  visitor = new HttpClient(stack.url);
});
afterAll(() => stack.stop());

const logIn = (emailOrUser: string) =>
  visitor.call('POST', '/api/auth/login', { emailOrUser, password: PASSWORD });
const finish = (body: unknown) => visitor.call('POST', '/api/auth/second-factor', body);

/** Sets up an authenticator app, confirmed with the code before the current one. */
async function setUpApp(client: HttpClient) {
  const { body: begun } = await client.call('POST', '/api/users/me/totp');
  const secret = begun.secret as string;
  await earlyInStep();
  const confirmed = await client.call('POST', '/api/users/me/totp/confirm', { code: totpCode(secret, -1) });
  expect(confirmed.status).toBe(200);
  const { recoveryCodes, setId } = confirmed.body as { recoveryCodes: string[]; setId: number };
  expect(setId).toEqual(expect.any(Number));
  return { secret, uri: begun.uri as string, recoveryCodes, setId };
}

async function joinWithApp(username: string) {
  const { client, user } = await visitor.join(username);
  return { client, user, ...(await setUpApp(client)) };
}

describe('a second factor', () => {
  it('is asked for after the password, and with it a session begins whose token is new', async () => {
    const { secret, uri, recoveryCodes, user } = await joinWithApp('careful');
    expect(uri).toBe(`otpauth://totp/Likewell:careful?secret=${secret}&issuer=Likewell`);
    expect(recoveryCodes).toHaveLength(10);
    for (const code of recoveryCodes) expect(code).toMatch(CODE);
    const asked = await logIn('careful');
    expectRejection(asked, 401, 'SECOND_FACTOR_NEEDED');
    const { ticket, ways } = asked.body.details;
    expect(ways.toSorted()).toEqual(['recovery-code', 'totp']);
    const asSession = new HttpClient(stack.url, ticket);
    expectRejection(await asSession.call('GET', '/api/auth/me'), 401);
    expectRejection(await finish({ ticket, code: '000000' }), 403, 'WRONG_CODE');
    const code = totpCode(secret);
    const { status, body } = await finish({ ticket, code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect([status, body.user.id]).toEqual([200, user.id]);
    expect(body.token).not.toBe(ticket);
    const me = await new HttpClient(stack.url, body.token).call('GET', '/api/auth/me');
    expect(me.body.username).toBe('careful');
    expectRejection(await finish({ ticket, code: totpCode(secret, 1) }), 403, 'SIGN_IN_RUN_OUT');
  });

  it('takes a recovery code as people type it, once', async () => {
    const { recoveryCodes, setId, client } = await joinWithApp('forgetful');
    const typed = ` ${(recoveryCodes[3] ?? '').toUpperCase().replaceAll('-', ' ')} `;
    const { body: asked } = await logIn('forgetful');
    expect((await finish({ ticket: asked.details.ticket, recoveryCode: typed })).status).toBe(200);
    const { body: again } = await logIn('forgetful');
    expectRejection(await finish({ ticket: again.details.ticket, recoveryCode: typed }), 403, 'WRONG_CODE');
    expect((await client.call('GET', '/api/users/me/keys')).body).toEqual({
      totp: true,
      recovery_codes_left: 9,
      recovery_codes_set_id: setId,
      passkeys: [],
    });
  });

  it('is asked for after the signature of a wallet too, which serves once all the same', async () => {
    const wallet = new TestWallet();
    const sign = async () => {
      const { body } = await visitor.call('GET', '/api/auth/wallet-nonce', undefined, FROM_NGINX);
      return wallet.sign(body.message as string);
    };
    const { body } = await visitor.call('POST', '/api/auth/login-wallet', await sign());
    const { secret } = await setUpApp(new HttpClient(stack.url, body.token));
    const signed = await sign();
    const asked = await visitor.call('POST', '/api/auth/login-wallet', signed);
    expectRejection(asked, 401, 'SECOND_FACTOR_NEEDED');
    expectRejection(await visitor.call('POST', '/api/auth/login-wallet', signed), 401, 'WALLET_NOT_PROVEN');
    const { ticket } = asked.body.details;
    expect((await finish({ ticket, code: totpCode(secret) })).body.user.id).toBe(body.user.id);
  });

  it('signs in also while the ledger is away, since its code serves once', async () => {
    const { secret, user } = await joinWithApp('undeterred');
    const { body: asked } = await logIn('undeterred');
    await stack.services['tipping-ledger'].stop();
    try {
      const session = await finish({ ticket: asked.details.ticket, code: totpCode(secret) });
      expect(session).toMatchObject({ status: 200, body: { user: { id: user.id, tokensNano: '0' } } });
      const keys = await new HttpClient(stack.url, session.body.token).call('GET', '/api/users/me/keys');
      expect(keys.status).toBe(200);
    } finally {
      await stack.services['tipping-ledger'].start();
    }
  });

  it('is changed by nobody but who has shown lately that it is them', async () => {
    const { client, user } = await joinWithApp('left_open');
    await stack.schemas.auth.owner.query('UPDATE session SET confirmed_at = NULL WHERE member_id = $1', [
      user.id,
    ]);
    for (const [method, path] of [
      ['POST', 'totp'],
      ['DELETE', 'totp'],
      ['POST', 'recovery-codes'],
      ['POST', 'passkeys/options'],
      ['DELETE', 'passkeys/1'],
    ] as const)
      expectRejection(await client.call(method, `/api/users/me/${path}`), 403, 'CONFIRMATION_NEEDED');
    expect((await client.call('GET', '/api/users/me/keys')).body.totp).toBe(true);
  });

  it('is what confirms once there is one: a code, or a recovery code as people type it', async () => {
    const { client, user, secret, recoveryCodes } = await joinWithApp('asked_again');
    const forget = () =>
      stack.schemas.auth.owner.query(
        `UPDATE session SET confirmed_at = now() - interval '1 hour' WHERE member_id = $1`,
        [user.id],
      );
    const confirm = (proof: object) => client.call('POST', '/api/auth/confirm', proof);
    await forget();
    const asked = await client.call('DELETE', '/api/users/me/totp');
    expectRejection(asked, 403, 'CONFIRMATION_NEEDED');
    expect(asked.body.details.ways).toEqual(['totp', 'recovery-code']);
    // Who has the password and a session could otherwise keep the owner out.
    const change = { oldPass: PASSWORD, newPass: 'other words for it' };
    expectRejection(await client.call('PUT', '/api/users/password', change), 403, 'CONFIRMATION_NEEDED');
    const byPassword = await confirm({ way: 'password', password: PASSWORD });
    expectRejection(byPassword, 403, 'CONFIRMATION_TOO_WEAK');
    expectRejection(await confirm({ way: 'totp', code: '12345' }), 400, 'INVALID_INPUT');
    expectRejection(await confirm({ way: 'totp', code: '000000' }), 403, 'WRONG_CODE');
    const code = totpCode(secret);
    expect((await confirm({ way: 'totp', code: `${code.slice(0, 3)} ${code.slice(3)}` })).status).toBe(200);
    await forget();
    const recoveryCode = ` ${(recoveryCodes[0] ?? '').toUpperCase().replaceAll('-', ' ')} `;
    expect((await confirm({ way: 'recovery-code', recoveryCode })).status).toBe(200);
    expectRejection(await confirm({ way: 'recovery-code', recoveryCode }), 403, 'WRONG_CODE');
    expect((await client.call('DELETE', '/api/users/me/totp')).status).toBe(200);
  });

  it('taken off signs out who else was signed in with it', async () => {
    const { client, secret } = await joinWithApp('robbed');
    const { body: asked } = await logIn('robbed');
    const { body } = await finish({ ticket: asked.details.ticket, code: totpCode(secret) });
    const there = new HttpClient(stack.url, body.token);
    expect((await there.call('GET', '/api/auth/me')).status).toBe(200);
    expect((await client.call('DELETE', '/api/users/me/totp')).status).toBe(200);
    await eventually(async () => expectRejection(await there.call('GET', '/api/auth/me'), 401));
    expect((await client.call('GET', '/api/auth/me')).status).toBe(200);
  });

  it('opens to a moderator what is closed to them without one', async () => {
    const { client, user } = await joinWithApp('judge_judy');
    await stack.operate('grant', 'user=judge_judy', 'role=moderator');
    const queue = () => client.call('GET', '/api/moderation/queue');
    expect((await queue()).status).toBe(200);
    expect((await client.call('DELETE', '/api/users/me/totp')).status).toBe(200);
    expectRejection(await queue(), 403, 'MODERATORS_ONLY');
    expect(user.role).toBe('member');
  });

  it.each([
    {},
    { ticket: 'x' },
    { ticket: '', code: '123456' },
    { ticket: 'x', code: '12345' },
    { ticket: 'x', recoveryCode: 'abc' },
    { ticket: 'x', passkey: { id: 'a' } },
  ])('is not shown by %j', async (body) => {
    expectRejection(await finish(body), 400, 'INVALID_INPUT');
  });

  it('nobody has a ticket who guesses one, and all of it leaves no secret in a log', async () => {
    const { client, secret, recoveryCodes } = await joinWithApp('quiet_one');
    const confirming = { way: 'recovery-code', recoveryCode: recoveryCodes[1] };
    expect((await client.call('POST', '/api/auth/confirm', confirming)).status).toBe(200);
    const { body } = await logIn('quiet_one');
    expectRejection(await finish({ ticket: 'a guess', code: '123456' }), 403, 'SIGN_IN_RUN_OUT');
    const { headers } = await finish({ ticket: body.details.ticket, recoveryCode: recoveryCodes[0] });
    const gatewayLog = await stack.gateway.logged(headers.get('x-request-id') ?? '');
    for (const log of [gatewayLog, stack.services.auth.log])
      for (const text of [secret, body.details.ticket, ...recoveryCodes, ...recoveryCodes.map(plain)])
        expect(log).not.toContain(text);
  });
});

const plain = (code: string) => code.replaceAll('-', '');

describe('passkeys', () => {
  it('are asked for in the name of the site, whatever the Host header says', async () => {
    const headers = { 'x-forwarded-host': 'evil.example' };
    const { body } = await visitor.call('POST', '/api/auth/passkey-options', {}, headers);
    expect(body.options).toMatchObject({ rpId: 'likewell.test', userVerification: 'required' });
    const { client } = await visitor.join('keyholder');
    const begun = await client.call('POST', '/api/users/me/passkeys/options', undefined, headers);
    expect(begun.body.options.rp.id).toBe('likewell.test');
    expectRejection(await visitor.call('POST', '/api/auth/passkey-options', { ticket: 'a guess' }), 403);
  });

  it('made up sign nobody in', async () => {
    const clientDataJSON = Buffer.from('{"challenge":"x"}').toString('base64url');
    const response = { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON } };
    expectRejection(
      await visitor.call('POST', '/api/auth/login-passkey', { response }),
      403,
      'PASSKEY_NOT_PROVEN',
    );
  });
});
