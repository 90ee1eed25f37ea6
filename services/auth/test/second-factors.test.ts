import {
  beginTotp,
  confirmTotp,
  getKeys,
  removeTotp,
  replaceRecoveryCodes,
} from '@likewell/contracts/auth/keys-rpc';
import { beginWalletSignIn, finishWalletSignIn } from '@likewell/contracts/auth/sign-in-rpc';
import { changePassword } from '@likewell/contracts/auth/passwords-rpc';
import { getSession } from '@likewell/contracts/auth/sessions-rpc';
import { addSignInMethod, removeSignInMethod } from '@likewell/contracts/auth/sign-in-methods-rpc';
import { endOtherSessions } from '@likewell/contracts/auth/sessions-rpc';
import { TestWallet } from '@likewell/testing/test-wallet';
import { earlyInStep } from '@likewell/testing/totp-app';
import { randomBytes } from 'node:crypto';
import { grant } from '../src/cli/member-commands.js';
import { TEMPLATES } from '../src/mail/templates.js';
import { AuthUnderTest, PASSWORD } from './auth-under-test.js';
import { TotpSecrets } from '../src/totp/totp-secrets.js';
import { codeAt, stepAt } from '../src/totp/totp-code.js';
import { HOST } from './google-under-test.js';
import {
  addTotp,
  beginAddressChange,
  finish,
  logInBy,
  newCodes,
  newTotpMember,
  sha256,
} from './keys-under-test.js';
import { openTools, type ToolsUnderTest } from './tools-under-test.js';
import { untilSoManyWait } from '@likewell/testing/until-so-many-wait';
import { verifyAddress } from './verified-address.js';

const [NEW_KEY, OLD_KEY] = [
  'a new secret for codes of the tests alone',
  'an old secret for codes of the tests alone',
];

let world: AuthUnderTest;
let tools: ToolsUnderTest;
beforeAll(async () => {
  world = await AuthUnderTest.start({
    SITE_ORIGINS: `https://${HOST}`,
    TOTP_SECRET: `${NEW_KEY},${OLD_KEY}`,
  });
  tools = await openTools(world.service.schema.url, world.redis.url);
});
afterAll(async () => {
  await tools.close();
  await world.stop();
});

const totp = (code: string) => ({ way: 'totp', code }) as const;
const recovery = (code: string) => ({ way: 'recovery-code', codeHash: sha256(code) }) as const;
const memberOf = async (tokenHash: string) =>
  (await world.service.bus.call(getSession, { tokenHash })).memberId;
const query = (sql: string, ...values: unknown[]) => world.service.schema.owner.query(sql, values);
const eventsOf = async (memberId: number) => {
  const { rows } = await query(
    `SELECT kind || coalesce(' ' || method, '') || coalesce(' ' || detail, '') AS said FROM security_event
     WHERE member_id = $1 ORDER BY id`,
    memberId,
  );
  return rows.map(({ said }: { said: string }) => said);
};
/** A member's wallet that is to be removed, and a session of theirs. */
interface Taking {
  readonly memberId: number;
  readonly tokenHash: string;
  readonly methodId: number;
}

const wrongCode = { code: 'WRONG_CODE' };
const runOut = { code: 'SIGN_IN_RUN_OUT' };

describe('signing in with a second factor', () => {
  it('a right password is a ticket and no session; a code of the app makes it one, once', async () => {
    const { username, memberId, code } = await newTotpMember(world);
    const { hash: ticket, secondFactor } = await logInBy(world, username);
    expect(secondFactor?.toSorted()).toEqual(['recovery-code', 'totp']);
    expect(await memberOf(ticket)).toBeNull();
    const session = await finish(world, ticket, totp(code(0)));
    expect(await memberOf(session.hash)).toBe(memberId);
    expect(session.member.username).toBe(username);
    await expect(finish(world, ticket, totp(code(1)))).rejects.toMatchObject(runOut);
    expect(await eventsOf(memberId)).toEqual([
      'registered password',
      'sign-in-method-added totp',
      'recovery-codes-made',
      'signed-in password',
    ]);
  });

  it('a wrong password reads the same with and without a second factor', async () => {
    const { username } = await newTotpMember(world);
    await expect(logInBy(world, username, 'wrong horse')).rejects.toMatchObject({
      code: 'WRONG_CREDENTIALS',
    });
  });

  it('a code that was used counts no more, not even with another ticket or many at once', async () => {
    const { username, code } = await newTotpMember(world);
    // With one more of them, and the right one first, the last code of this test would have to wait.
    const tickets = await Promise.all([1, 2, 3].map(() => logInBy(world, username)));
    const shown = code(0);
    const results = await Promise.allSettled(tickets.map(({ hash }) => finish(world, hash, totp(shown))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const again = await logInBy(world, username);
    await expect(finish(world, again.hash, totp(shown))).rejects.toMatchObject(wrongCode);
    await expect(finish(world, again.hash, totp(code(-1)))).rejects.toMatchObject(wrongCode);
    await finish(world, again.hash, totp(code(1)));
  });

  it('five tries with a ticket are all, also when the sixth is right', async () => {
    const { username, memberId, code } = await newTotpMember(world);
    const { hash } = await logInBy(world, username);
    for (let guess = 0; guess < 5; guess += 1)
      await expect(finish(world, hash, recovery(`guess ${guess}`))).rejects.toMatchObject(wrongCode);
    await expect(finish(world, hash, totp(code(0)))).rejects.toMatchObject(runOut);
    expect(await eventsOf(memberId)).toContain('sign-in-failed recovery-code wrong-code');
  });

  it('codes guessed with ever new tickets have to wait, and a recovery code gets their member in meanwhile', async () => {
    const { username, memberId, code, recoveryCodes } = await newTotpMember(world);
    const first = await logInBy(world, username);
    const second = await logInBy(world, username);
    const guess = () => expect(finish(world, first.hash, totp('000000'))).rejects.toMatchObject(wrongCode);
    for (let time = 0; time < 4; time += 1) await guess();
    const begunAt = performance.now();
    await guess();
    const rejection = await finish(world, second.hash, totp(code(0))).catch((error: unknown) => error);
    const seconds = (performance.now() - begunAt) / 1000;
    expect(rejection).toMatchObject({ code: 'RATE_LIMITED' });
    const { retryAfterSeconds } = (rejection as { details: { retryAfterSeconds: number } }).details;
    // The wait begins with the fifth guess.
    expect(retryAfterSeconds).toBeLessThanOrEqual(30);
    expect(retryAfterSeconds).toBeGreaterThanOrEqual(30 - seconds);
    const { hash } = await finish(world, second.hash, recovery(recoveryCodes[0] ?? ''));
    expect(await memberOf(hash)).toBe(memberId);
  });

  it('a ticket lives for five minutes', async () => {
    const { username, code } = await newTotpMember(world);
    const { hash } = await logInBy(world, username);
    const bytes = Buffer.from(hash, 'hex');
    const age = (text: string) =>
      query(
        `UPDATE second_factor_ticket SET created_at = now() - $2::interval WHERE ticket_hash = $1`,
        bytes,
        text,
      );
    await age('301 seconds');
    await expect(finish(world, hash, totp(code(0)))).rejects.toMatchObject(runOut);
    await age('290 seconds');
    await finish(world, hash, totp(code(0)));
  });

  it('a ticket of the old password is none any more when that was changed, and none for who is suspended', async () => {
    const { username, memberId, code } = await newTotpMember(world);
    const { hash } = await logInBy(world, username);
    const change = { memberId, oldPassword: PASSWORD, newPassword: 'staple, quite another' };
    await world.service.bus.call(changePassword, change);
    await expect(finish(world, hash, totp(code(0)))).rejects.toMatchObject(runOut);
    const later = await logInBy(world, username, change.newPassword);
    await query(`UPDATE member SET status = 'suspended' WHERE id = $1`, memberId);
    await expect(finish(world, later.hash, totp(code(0)))).rejects.toMatchObject({
      code: 'ACCOUNT_SUSPENDED',
    });
  });

  it('no session stands that a ticket became while the password was changed', async () => {
    const { username, memberId, code } = await newTotpMember(world);
    const { hash } = await logInBy(world, username);
    const change = { memberId, oldPassword: PASSWORD, newPassword: 'staple, quite another' };
    const other = await world.service.schema.owner.connect();
    await other.query('BEGIN');
    await other.query('SELECT FROM totp WHERE member_id = $1 FOR UPDATE', [memberId]);
    const finished = finish(world, hash, totp(code(0)));
    try {
      await untilSoManyWait(world.service.schema, 1);
      const changed = world.service.bus.call(changePassword, change);
      await untilSoManyWait(world.service.schema, 2);
      await other.query('COMMIT');
      await Promise.all([finished, changed]);
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
    expect(await memberOf((await finished).hash)).toBeNull();
    expect((await query('SELECT FROM session WHERE member_id = $1', memberId)).rows).toEqual([]);
  });

  it.each([
    [
      'the wallet that brought it',
      ({ methodId, ...member }: Taking) =>
        world.service.bus.call(removeSignInMethod, { ...member, provider: 'wallet', methodId }),
    ],
    [
      'all other sessions',
      ({ memberId, tokenHash }: Taking) => world.service.bus.call(endOtherSessions, { memberId, tokenHash }),
    ],
  ])('a ticket ends with %s', async (_, take) => {
    const { memberId, tokenHash, code } = await newTotpMember(world);
    const wallet = new TestWallet();
    const sign = async () =>
      wallet.sign((await world.service.bus.call(beginWalletSignIn, { host: HOST })).message);
    const proof = { way: 'wallet', ...(await sign()) } as const;
    const { id: methodId } = await world.service.bus.call(addSignInMethod, { memberId, proof });
    const signedIn = await world.service.bus.begin(finishWalletSignIn, {
      ...(await sign()),
      referralCode: null,
    });
    expect(signedIn.secondFactor).toContain('totp');
    await take({ memberId, tokenHash, methodId });
    await expect(finish(world, signedIn.tokenHash, totp(code(0)))).rejects.toMatchObject(runOut);
    expect(await memberOf(tokenHash)).toBe(memberId);
  });

  it('each recovery code works once, and new ones end the old', async () => {
    const { username, memberId, recoveryCodes, areCodesNew } = await newTotpMember(world);
    expect(areCodesNew).toBe(true);
    const [one = '', two = ''] = recoveryCodes;
    await finish(world, (await logInBy(world, username)).hash, recovery(one));
    const next = await logInBy(world, username);
    await expect(finish(world, next.hash, recovery(one))).rejects.toMatchObject(wrongCode);
    expect(await world.service.bus.call(getKeys, { memberId })).toMatchObject({ recoveryCodesLeft: 9 });
    const fresh = newCodes();
    await world.service.bus.call(replaceRecoveryCodes, { memberId, recoveryHashes: fresh.hashes });
    await expect(finish(world, next.hash, recovery(two))).rejects.toMatchObject(wrongCode);
    await finish(world, next.hash, recovery(fresh.codes[0] ?? ''));
  });

  it('the code of another member is none', async () => {
    const [mary, tom] = [await newTotpMember(world), await newTotpMember(world)];
    const { hash } = await logInBy(world, mary.username);
    await expect(finish(world, hash, totp(tom.code(0)))).rejects.toMatchObject(wrongCode);
    await expect(finish(world, hash, recovery(tom.recoveryCodes[0] ?? ''))).rejects.toMatchObject(wrongCode);
  });
});

it('of two sets of recovery codes that are made at once, the one that counts has the higher number', async () => {
  const { username, memberId, setId: firstId } = await newTotpMember(world);
  const made = await Promise.all(
    [newCodes(), newCodes()].map(async ({ codes, hashes }) => {
      const { setId } = await world.service.bus.call(replaceRecoveryCodes, {
        memberId,
        recoveryHashes: hashes,
      });
      return { setId: setId ?? 0, code: codes[0] ?? '' };
    }),
  );
  const [earlier, later] = made.toSorted((one, other) => one.setId - other.setId);
  expect(earlier?.setId).toBeGreaterThan(firstId ?? Infinity);
  expect(later?.setId).toBeGreaterThan(earlier?.setId ?? Infinity);
  expect(await world.service.bus.call(getKeys, { memberId })).toMatchObject({
    recoveryCodesSetId: later?.setId,
  });
  const { hash } = await logInBy(world, username);
  await expect(finish(world, hash, recovery(earlier?.code ?? ''))).rejects.toMatchObject(wrongCode);
  await finish(world, hash, recovery(later?.code ?? ''));
});

it('new recovery codes are told to the verified address', async () => {
  const { memberId } = await newTotpMember(world);
  await verifyAddress(world.service.schema.owner, memberId);
  await world.service.bus.call(replaceRecoveryCodes, { memberId, recoveryHashes: newCodes().hashes });
  const { rows } = await query(
    `SELECT template, data FROM mail WHERE member_id = $1 AND template <> 'verify-email'`,
    memberId,
  );
  expect(rows).toEqual([
    {
      template: 'sign-in-method-changed',
      data: { what: 'New recovery codes were made. The earlier ones no longer work.' },
    },
  ]);
});

it('an app that a thief has added is removed by its member as the mail about it says', async () => {
  const owner = await world.newMember();
  await verifyAddress(world.service.schema.owner, owner.memberId);
  const thief = await logInBy(world, owner.username);
  await addTotp(world, owner.memberId);
  const { rows } = await query('SELECT template, data FROM mail WHERE member_id = $1', owner.memberId);
  const data = { what: 'An authenticator app was added to your account.', isAdded: true };
  expect(rows).toContainEqual({ template: 'sign-in-method-changed', data });
  const mail = TEMPLATES['sign-in-method-changed'];
  const [advice] = mail.blocks(data, 'https://likewell.test').slice(-1);
  expect(advice).toMatchObject({ text: expect.stringMatching(/first remove what was added.*Then set/) });
  await world.service.bus.call(removeTotp, { memberId: owner.memberId, tokenHash: owner.tokenHash });
  expect(await memberOf(thief.hash)).toBeNull();
  const { memberId, tokenHash } = owner;
  const change = { memberId, tokenHash, oldPassword: PASSWORD, newPassword: 'staple, quite another' };
  await world.service.bus.call(changePassword, change);
  expect((await logInBy(world, owner.username, change.newPassword)).secondFactor).toBeUndefined();
});

describe('an app for codes', () => {
  const begin = (memberId: number) =>
    world.service.bus.call(beginTotp, { memberId, secret: randomBytes(20).toString('hex') });
  const confirm = (memberId: number, code: string) =>
    world.service.bus.call(confirmTotp, { memberId, code, recoveryHashes: newCodes().hashes });

  it('counts only once it has shown a right code', async () => {
    const { memberId, username } = await world.newMember();
    await expect(confirm(memberId, '123456')).rejects.toMatchObject({ code: 'TOTP_NOT_BEGUN' });
    await begin(memberId);
    await expect(confirm(memberId, '12345')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(confirm(memberId, '000000')).rejects.toMatchObject(wrongCode);
    expect((await logInBy(world, username)).secondFactor).toBeUndefined();
    expect(await world.service.bus.call(getKeys, { memberId })).toEqual({
      hasTotp: false,
      recoveryCodesLeft: 0,
      recoveryCodesSetId: null,
      passkeys: [],
    });
  });

  it.each([-120, 120])(
    'has its codes judged by the clock of Postgres where that of auth is off by %i s',
    async (seconds) => {
      const { memberId, username } = await world.newMember();
      const secret = randomBytes(20);
      await world.service.bus.call(beginTotp, { memberId, secret: secret.toString('hex') });
      await earlyInStep();
      const now = Date.now();
      const code = (steps: number) => codeAt(secret, stepAt(now) + steps);
      vi.useFakeTimers({ toFake: ['Date'], now: now + seconds * 1000 });
      onTestFinished(() => void vi.useRealTimers());
      await confirm(memberId, code(-1));
      await finish(world, (await logInBy(world, username)).hash, totp(code(0)));
    },
  );

  it('begun a while ago is not confirmed, whoever held its secret', async () => {
    const { memberId } = await world.newMember();
    const secret = randomBytes(20);
    await world.service.bus.call(beginTotp, { memberId, secret: secret.toString('hex') });
    await world.service.schema.owner.query(
      `UPDATE totp SET created_at = now() - interval '16 minutes' WHERE member_id = $1`,
      [memberId],
    );
    const late = confirm(memberId, codeAt(secret, stepAt(Date.now())));
    await expect(late).rejects.toMatchObject({ code: 'TOTP_NOT_BEGUN' });
    await begin(memberId);
    await expect(confirm(memberId, '000000')).rejects.toMatchObject(wrongCode);
  });

  it('is not replaced by another one, and gone takes the recovery codes along', async () => {
    const { memberId, username, tokenHash } = await newTotpMember(world);
    await expect(begin(memberId)).rejects.toMatchObject({ code: 'TOTP_EXISTS' });
    await world.service.bus.call(removeTotp, { memberId, tokenHash });
    expect(await world.service.bus.call(getKeys, { memberId })).toMatchObject({
      recoveryCodesLeft: 0,
      recoveryCodesSetId: null,
    });
    expect((await logInBy(world, username)).secondFactor).toBeUndefined();
    const recoveryHashes = newCodes().hashes;
    const replace = world.service.bus.call(replaceRecoveryCodes, { memberId, recoveryHashes });
    await expect(replace).rejects.toMatchObject({ code: 'NO_SECOND_FACTOR' });
    expect((await eventsOf(memberId)).slice(-2)).toEqual([
      'sign-in-method-removed totp',
      'signed-in password',
    ]);
  });

  it('signs its member in, also after wrong codes for a set-up that nobody has begun', async () => {
    const { memberId, username, code } = await newTotpMember(world);
    for (let guess = 0; guess < 6; guess += 1)
      await expect(confirm(memberId, '000000')).rejects.toMatchObject({ code: 'TOTP_NOT_BEGUN' });
    await finish(world, (await logInBy(world, username)).hash, totp(code(0)));
  });

  it('takes five wrong codes at its set-up, apart from those at sign-in', async () => {
    const { memberId, username } = await newTotpMember(world);
    const { hash } = await logInBy(world, username);
    const guess = async (show: () => Promise<unknown>) => {
      for (let time = 0; time < 5; time += 1) await expect(show()).rejects.toMatchObject(wrongCode);
    };
    await guess(() => finish(world, hash, totp('000000')));
    await world.service.bus.call(removeTotp, { memberId });
    await begin(memberId);
    await guess(() => confirm(memberId, '000000'));
    await expect(confirm(memberId, '000000')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('taken off ends all other sessions, and a change of address; one that never counted ends nothing', async () => {
    const { memberId, username, tokenHash, code } = await newTotpMember(world);
    const change = await beginAddressChange(world, memberId);
    const there = await finish(world, (await logInBy(world, username)).hash, totp(code(0)));
    await world.service.bus.call(removeTotp, { memberId, tokenHash });
    expect([await memberOf(there.hash), await memberOf(tokenHash)]).toEqual([null, memberId]);
    expect(await change.count()).toBe(0);
    const again = await logInBy(world, username);
    await begin(memberId);
    await world.service.bus.call(removeTotp, { memberId, tokenHash });
    expect(await memberOf(again.hash)).toBe(memberId);
  });

  it('has its secret sealed where it is kept, for its member alone', async () => {
    const [mary, tom] = [await newTotpMember(world), await newTotpMember(world)];
    const { rows } = await query('SELECT secret FROM totp WHERE member_id = $1', mary.memberId);
    const { secret } = rows[0] as { secret: Buffer };
    expect(secret.includes(mary.secret)).toBe(false);
    await query('UPDATE totp SET secret = $2 WHERE member_id = $1', tom.memberId, secret);
    const { hash } = await logInBy(world, tom.username);
    await expect(finish(world, hash, totp(mary.code(0)))).rejects.toMatchObject({ code: 'INTERNAL' });
  });
});

it('the secret of an app that an older key has sealed still counts, and is of the new key once it was used', async () => {
  const { username, memberId, secret, code } = await newTotpMember(world);
  const sealed = new TotpSecrets({ TOTP_SECRET: [OLD_KEY] }).seal(memberId, secret);
  await query('UPDATE totp SET secret = $2 WHERE member_id = $1', memberId, sealed);
  await finish(world, (await logInBy(world, username)).hash, totp(code(0)));
  const { rows } = await query('SELECT secret FROM totp WHERE member_id = $1', memberId);
  const { secret: kept } = rows[0] as { secret: Buffer };
  expect(new TotpSecrets({ TOTP_SECRET: [NEW_KEY] }).open(memberId, kept)).toEqual(secret);
});

describe('a role', () => {
  const roleOf = async (tokenHash: string) => (await world.service.bus.call(getSession, { tokenHash })).role;

  it('is not granted to who has no second factor, and the operator is told how', async () => {
    const { username, tokenHash } = await world.newMember();
    for (const role of ['moderator', 'admin'])
      await expect(grant(tools, [`user=${username}`, `role=${role}`])).rejects.toThrow(
        /has no second factor.*Settings, Security/,
      );
    expect(await roleOf(tokenHash)).toBe('member');
  });

  it('counts for nothing as long as its member has none, and again when they do', async () => {
    const { username, memberId, tokenHash } = await newTotpMember(world);
    await grant(tools, [`user=${username}`, 'role=moderator']);
    expect(await roleOf(tokenHash)).toBe('moderator');
    await world.service.bus.call(removeTotp, { memberId, tokenHash });
    expect(await roleOf(tokenHash)).toBe('member');
    await grant(tools, [`user=${username}`, 'role=member']);
  });
});
