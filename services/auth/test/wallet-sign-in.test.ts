import { authErrors } from '@likewell/contracts/auth/errors';
import { memberProfileChanged, memberRegistered, walletProved } from '@likewell/contracts/auth/events';
import { beginWalletSignIn, finishWalletSignIn } from '@likewell/contracts/auth/sign-in-rpc';
import { getSession } from '@likewell/contracts/auth/sessions-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { openAccount } from '@likewell/contracts/tipping-ledger/rpc';
import { TestWallet } from '@likewell/testing/test-wallet';
import { z } from 'zod';
import { AuthUnderTest } from './auth-under-test.js';

const HOST = 'likewell.test:8080';

let auth: AuthUnderTest;
beforeAll(async () => {
  auth = await AuthUnderTest.start({ SITE_ORIGINS: `http://${HOST},https://other.test` });
});
afterAll(() => auth.stop());

const rows = async (sql: string, parameters: unknown[] = []) =>
  (await auth.service.schema.owner.query<Record<string, unknown>>(sql, parameters)).rows;

/** Returns the time by the clock of Postgres. */
const clock = async () => {
  const [row] = await rows('SELECT clock_timestamp() AS time');
  return z.date().parse(row?.time).toISOString();
};

/** Returns the text to sign, as the page gets it. */
const textToSign = async (host = HOST) => (await auth.service.bus.call(beginWalletSignIn, { host })).message;

const bareText = (offsetSeconds = 0) =>
  `Login to Likewell ${new Date(Date.now() + offsetSeconds * 1000).toISOString()}`;

function present(statement: ReturnType<TestWallet['sign']>, referralCode: string | null = null) {
  return auth.service.bus.begin(finishWalletSignIn, { ...statement, referralCode });
}

/** Returns a time that a text may still have: ten seconds before it would be too old. */
const oldTime = () => new Date(Date.now() - 290_000).toISOString();

const signIn = async (wallet: TestWallet, referralCode: string | null = null) =>
  present(wallet.sign(await textToSign()), referralCode);

const NOT_PROVEN = { code: authErrors.WALLET_NOT_PROVEN.code };
const expectRejected = (statement: ReturnType<TestWallet['sign']>) =>
  expect(present(statement)).rejects.toMatchObject(NOT_PROVEN);

describe('a first sign-in with a wallet', () => {
  it('makes a member with a free name that tells nothing of the wallet, an account and the news', async () => {
    const asked: RpcInput<typeof openAccount>[] = [];
    const ledger = auth.service.bus.respond(openAccount, (input) => {
      asked.push(input);
      return { balanceNano: 0n };
    });
    const wallet = new TestWallet();
    const before = await clock();
    const { tokenHash, member } = await signIn(wallet);
    const after = await clock();
    ledger.stop();

    const { memberId } = member;
    expect(member).toMatchObject({ username: expect.stringMatching(/^member_\d{6}$/), email: null });
    expect(asked).toMatchObject([{ memberId, referrerId: null }]);
    const session = await auth.service.bus.call(getSession, { tokenHash });
    expect(session).toEqual({ memberId, role: 'member' });
    const news = await rows(
      `SELECT subject, envelope->'data' AS data FROM outbox
       WHERE $1 IN (envelope->'data'->>'memberId', envelope->'data'->'profile'->>'memberId') ORDER BY seq`,
      [String(memberId)],
    );
    expect(news.map(({ subject }) => subject)).toEqual([
      memberRegistered.subject,
      memberProfileChanged.subject,
      walletProved.subject,
    ]);
    expect(news[2]?.data).toEqual({ memberId, address: wallet.address, provedAt: expect.any(String) });
    const { provedAt = '' } = walletProved.data.parse(news[2]?.data);
    expect([before, after, provedAt].sort()).toEqual([before, provedAt, after]);
    expect(await rows('SELECT provider, subject FROM identity WHERE member_id = $1', [memberId])).toEqual([
      { provider: 'wallet', subject: wallet.address },
    ]);
  });

  it('is the same member the next time, and the wallet is proved again, by the phrase for less', async () => {
    const wallet = new TestWallet();
    const { member } = await signIn(wallet);
    expect((await signIn(wallet)).member).toEqual(member);
    expect((await present(wallet.sign(bareText()))).member).toEqual(member);
    const news = await rows(
      `SELECT subject, envelope->'data'->'isBare' AS bare FROM outbox WHERE envelope->'data'->>'memberId' = $1 ORDER BY seq`,
      [String(member.memberId)],
    );
    expect(news).toEqual([
      { subject: memberRegistered.subject, bare: null },
      ...[null, null, true].map((bare) => ({ subject: walletProved.subject, bare })),
    ]);
  });

  it('raced by one wallet with several messages makes one member', async () => {
    const wallet = new TestWallet();
    const texts = await Promise.all(Array.from({ length: 8 }, () => textToSign()));
    const entered = await Promise.all(texts.map((text) => present(wallet.sign(text))));
    expect(new Set(entered.map(({ member }) => member.memberId)).size).toBe(1);
    const [{ member } = { member: null }] = entered;
    expect(await rows('SELECT FROM session WHERE member_id = $1', [member?.memberId])).toHaveLength(8);
  });

  it('honours a referral code, and a later sign-in honours none', async () => {
    const sharer = await auth.newMember();
    const other = await auth.newMember();
    const wallet = new TestWallet();
    const { member } = await signIn(wallet, sharer.publicToken);
    await signIn(wallet, other.publicToken);
    expect(await rows('SELECT referrer_id FROM member WHERE id = $1', [member.memberId])).toEqual([
      { referrer_id: String(sharer.memberId) },
    ]);
  });

  it.each([
    ['suspended', authErrors.ACCOUNT_SUSPENDED],
    ['deleted', authErrors.ACCOUNT_CLOSED],
  ])('of a %s member is rejected', async (status, { code }) => {
    const wallet = new TestWallet();
    const { member } = await signIn(wallet);
    await rows('UPDATE member SET status = $1 WHERE id = $2', [status, member.memberId]);
    await expect(signIn(wallet)).rejects.toMatchObject({ code });
  });
});

describe('the text to sign', () => {
  it('names the host as the site writes it', async () => {
    expect(await textToSign('LIKEWELL.test:8080')).toMatch(
      /^Login to Likewell likewell\.test:8080 [\w-]{22} \d{4}-\d\d-\d\dT[\d:.]{12}Z$/,
    );
  });

  it.each(['evil.example', 'likewell.test', `${HOST}.evil.example`, `www.${HOST}`, 'likewell.test:80', ''])(
    'is not made for the host %j',
    async (host) => {
      await expect(textToSign(host)).rejects.toMatchObject({ code: authErrors.WALLET_HOST_UNKNOWN.code });
    },
  );

  it('works once, for one wallet', async () => {
    const text = await textToSign();
    await present(new TestWallet().sign(text));
    await expectRejected(new TestWallet().sign(text));
  });

  it('works once also when it comes from twenty wallets at the same moment, or twenty times from one', async () => {
    const text = await textToSign();
    const many = await Promise.allSettled(
      Array.from({ length: 20 }, () => present(new TestWallet().sign(text))),
    );
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);

    for (const message of [await textToSign(), bareText()]) {
      const statement = new TestWallet().sign(message);
      const same = await Promise.allSettled(Array.from({ length: 20 }, () => present(statement)));
      expect(same.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });

  it('with another host, another nonce or a time too far away is rejected, and stays good', async () => {
    const text = await textToSign();
    const [, , , host = '', nonce = '', time = ''] = text.split(' ');
    const away = (seconds: number) => new Date(Date.parse(time) + seconds * 1000).toISOString();
    for (const altered of [
      text.replace(host, 'other.test'),
      text.replace(host, 'evil.example'),
      text.replace(host, host.toUpperCase()),
      text.replace(nonce, 'x'.repeat(22)),
      text.replace(nonce, nonce.split('').reverse().join('')),
      text.replace(time, away(-310)),
      text.replace(time, away(310)),
      text.replace('Likewell', 'Another'),
    ]) {
      await expectRejected(new TestWallet().sign(altered));
    }
    await present(new TestWallet().sign(text.replace(time, oldTime())));
  });

  it('runs out after five minutes', async () => {
    const text = await textToSign();
    await rows(`UPDATE wallet_nonce SET created_at = now() - interval '301 seconds'`);
    await expectRejected(new TestWallet().sign(text));
  });
});

describe('the spec’s form', () => {
  it.each([0, -110, 110])('is accepted once with a time %i s from now', async (seconds) => {
    const statement = new TestWallet().sign(bareText(seconds));
    await present(statement);
    await expectRejected(statement);
  });

  it.each([-130, 130, -86_400])('with a time %i s from now is rejected', async (seconds) => {
    await expectRejected(new TestWallet().sign(bareText(seconds)));
  });

  it('is of one wallet: another may sign the same words', async () => {
    const text = bareText();
    const first = await present(new TestWallet().sign(text));
    const second = await present(new TestWallet().sign(text));
    expect(second.member.memberId).not.toBe(first.member.memberId);
  });
});

describe('a text that the wallet writes itself', () => {
  const request = async (host = HOST) => (await auth.service.bus.call(beginWalletSignIn, { host })).signIn;

  it('signs in the same member as the other forms', async () => {
    const wallet = new TestWallet();
    const { member } = await signIn(wallet);
    const input = await request('LIKEWELL.test:8080');
    expect(input).toMatchObject({ domain: HOST, uri: `http://${HOST}`, statement: 'Login to Likewell' });
    expect((await present(wallet.signIn(input))).member).toEqual(member);
  });

  it('works once: for its wallet and for others, and in whichever form its nonce comes', async () => {
    const input = await request();
    const wallet = new TestWallet();
    const statement = wallet.signIn(input);
    const many = await Promise.allSettled(Array.from({ length: 20 }, () => present(statement)));
    expect(many.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expectRejected(new TestWallet().signIn(input));
    await expectRejected(wallet.sign(`Login to Likewell ${HOST} ${input.nonce} ${input.issuedAt}`));
  });

  it('is rejected with anything else in it, and stays good', async () => {
    const input = await request();
    const wallet = new TestWallet();
    const away = (seconds: number) => new Date(Date.parse(input.issuedAt) + seconds * 1000).toISOString();
    for (const altered of [
      { domain: 'evil.example' },
      { domain: 'other.test' },
      { domain: HOST.toUpperCase() },
      { domain: `${HOST}.evil.example` },
      { domain: `maya@${HOST}` },
      { uri: 'http://evil.example' },
      { uri: 'https://other.test' },
      { uri: `https://${HOST}` },
      { uri: `http://${HOST}/` },
      { statement: 'Send all LIKE' },
      { version: '2' },
      { nonce: 'x'.repeat(22) },
      { issuedAt: away(-310) },
      { issuedAt: away(310) },
    ]) {
      await expectRejected(wallet.signIn({ ...input, ...altered }));
    }
    const other = new TestWallet().signIn(input);
    await expectRejected({ ...other, address: wallet.address });
    await expectRejected({ ...wallet.sign(other.message) });
    await present(wallet.signIn({ ...input, issuedAt: oldTime() }));
  });

  it('runs out after five minutes', async () => {
    const input = await request();
    await rows(`UPDATE wallet_nonce SET created_at = now() - interval '301 seconds'`);
    await expectRejected(new TestWallet().signIn(input));
  });
});

describe('with WALLET_BARE_PHRASE=off', () => {
  let strict: AuthUnderTest;
  beforeAll(async () => {
    strict = await AuthUnderTest.start({ SITE_ORIGINS: `http://${HOST}`, WALLET_BARE_PHRASE: 'off' });
  });
  afterAll(() => strict.stop());

  it('the phrase and a time alone are not enough, and the response says what to do', async () => {
    const { bus } = strict.service;
    const finish = (statement: ReturnType<TestWallet['sign']>) =>
      bus.call(finishWalletSignIn, { ...statement, referralCode: null });
    const wallet = new TestWallet();
    await expect(finish(wallet.sign(bareText()))).rejects.toMatchObject({
      code: authErrors.WALLET_PHRASE_OFF.code,
      message: expect.stringContaining('sign the text of /api/auth/wallet-nonce'),
    });
    const first = await bus.call(beginWalletSignIn, { host: HOST });
    const { member } = await finish(wallet.sign(first.message));
    const { signIn: input } = await bus.call(beginWalletSignIn, { host: HOST });
    expect((await finish(wallet.signIn(input))).member).toEqual(member);
  });
});

it('a message for a host that is the site’s no longer is rejected, although its nonce is good', async () => {
  const gone = 'gone.test';
  const nonce = 'y'.repeat(22);
  await rows('INSERT INTO wallet_nonce (nonce, host) VALUES ($1, $2)', [nonce, gone]);
  await expectRejected(
    new TestWallet().sign(`Login to Likewell ${gone} ${nonce} ${new Date().toISOString()}`),
  );
});
