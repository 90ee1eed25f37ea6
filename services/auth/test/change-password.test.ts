import { authErrors } from '@likewell/contracts/auth/errors';
import { changePassword } from '@likewell/contracts/auth/passwords-rpc';
import { getSession } from '@likewell/contracts/auth/sessions-rpc';
import { logIn } from '@likewell/contracts/auth/sign-in-rpc';
import { REVOKED } from '@likewell/contracts/auth/session-cache';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { eventually } from '@likewell/testing/eventually';
import type { OwnServer } from '@likewell/testing/test-servers';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { AuthUnderTest, cachedSession, PASSWORD as OLD } from './auth-under-test.js';
import type { AuthService } from './start-auth.js';
import { verifyAddress } from './verified-address.js';

const NEW = 'staple, quite another';

let world: AuthUnderTest;
let redisServer: OwnServer;
let redis: Redis;
let auth: AuthService;

beforeAll(async () => {
  world = await AuthUnderTest.start();
  auth = world.service;
  redisServer = world.redis;
  redis = new Redis(redisServer.url);
  redis.on('error', () => undefined);
});
afterAll(async () => {
  redis.disconnect();
  await world.stop();
});

const newMember = () => world.newMember();

const signIn = async (emailOrUser: string, password: string) =>
  (await auth.bus.begin(logIn, { emailOrUser, password })).tokenHash;
const change = (memberId: number, oldPassword: string, newPassword: string) =>
  auth.bus.call(changePassword, { memberId, oldPassword, newPassword });
const memberOf = async (tokenHash: string) => (await auth.bus.call(getSession, { tokenHash })).memberId;

describe('changing the password', () => {
  it('lets in with the new one alone, and ends every session of the member and nobody else’s', async () => {
    const [mary, tom] = [await newMember(), await newMember()];
    const sessions = [mary.tokenHash, await signIn(mary.username, OLD), await signIn(mary.username, OLD)];
    for (const session of [...sessions, tom.tokenHash]) expect(await memberOf(session)).not.toBeNull();

    await change(mary.memberId, OLD, NEW);

    expect(await Promise.all(sessions.map(memberOf))).toEqual([null, null, null]);
    expect(await Promise.all(sessions.map((hash) => cachedSession(redis, hash)))).toEqual([
      REVOKED,
      REVOKED,
      REVOKED,
    ]);
    expect(await memberOf(tom.tokenHash)).toBe(tom.memberId);
    await expect(signIn(mary.username, OLD)).rejects.toMatchObject({ ...authErrors.WRONG_CREDENTIALS });
    expect(await memberOf(await signIn(mary.username, NEW))).toBe(mary.memberId);
  });

  it.each(['wrong horse', `${OLD} `, OLD.toUpperCase()])(
    'needs the current one to the letter; %j changes nothing and ends no session',
    async (guess) => {
      const { memberId, username, tokenHash } = await newMember();
      await expect(change(memberId, guess, NEW)).rejects.toMatchObject({
        ...authErrors.WRONG_PASSWORD,
        message: 'Wrong current password',
      });
      expect(await memberOf(tokenHash)).toBe(memberId);
      await signIn(username, OLD);
    },
  );

  it('ends also the sessions of a member with more of them than fit a message', async () => {
    const { memberId, tokenHash } = await newMember();
    const others = await world.insertSessions(memberId, 20_000);
    await change(memberId, OLD, NEW);
    const { rowCount } = await auth.schema.owner.query('SELECT FROM session WHERE member_id = $1', [
      memberId,
    ]);
    expect(rowCount).toBe(0);
    for (const hash of [tokenHash, ...others.slice(0, 1), ...others.slice(-1)])
      await eventually(async () => expect(await cachedSession(redis, hash)).toBe(REVOKED), 30_000);
  });

  it('is tried so often in one session, and then waits; no other of the member has to', async () => {
    const { memberId, username, tokenHash: stolen } = await newMember();
    const own = await signIn(username, OLD);
    const points = { points: 3, windowMs: 60_000 };
    const origin = { network: '192.0.2.1', guesses: points, strangers: points };
    const attempt = (tokenHash: string, oldPassword: string, newPassword = NEW) =>
      auth.bus.call(changePassword, { memberId, tokenHash, oldPassword, newPassword, origin }).then(
        () => 'ok',
        (error: unknown) => (error as { code: string }).code,
      );
    const guesses: string[] = [];
    for (const guess of ['one', 'two', 'three', 'four', OLD]) guesses.push(await attempt(stolen, guess));
    const wrong = 'WRONG_PASSWORD';
    expect(guesses).toEqual([wrong, wrong, wrong, 'RATE_LIMITED', 'RATE_LIMITED']);
    for (let time = 0; time < 4; time += 1)
      expect(await attempt(own, OLD, 'password1')).toBe('PASSWORD_TOO_EASY');
    expect(await attempt(own, OLD)).toBe('ok');
    expect(await memberOf(stolen)).toBeNull();
  });

  it('has five new ones judged in 15 minutes, in all sessions of the member together', async () => {
    const { memberId, username } = await newMember();
    const [, ...sessions] = await Promise.all(Array.from({ length: 8 }, () => signIn(username, OLD)));
    const attempt = (tokenHash: string | undefined, oldPassword: string, newPassword = 'password1') => {
      const form = { memberId, tokenHash, oldPassword, newPassword };
      return auth.bus.call(changePassword, form).catch((error: unknown) => (error as { code: string }).code);
    };
    // Whoever does not know the password uses up none of them.
    expect(await attempt(sessions[0], 'wrong horse')).toBe('WRONG_PASSWORD');
    const results = await Promise.all(sessions.slice(0, 6).map((session) => attempt(session, OLD)));
    expect(results.toSorted()).toEqual([...Array<string>(5).fill('PASSWORD_TOO_EASY'), 'RATE_LIMITED']);
    expect(await attempt(sessions[6], OLD, NEW)).toBe('RATE_LIMITED');
    await auth.schema.owner.query(
      `UPDATE use_count SET window_number = window_number - 2 WHERE key = 'new-password:member:${memberId}'`,
    );
    expect(await attempt(sessions[6], OLD, NEW)).toEqual({});
  });

  it('rejects a member who has none, one who is suspended, and one who does not exist', async () => {
    const [walletOnly, suspended] = [await newMember(), await newMember()];
    await auth.schema.owner.query('DELETE FROM identity WHERE member_id = $1', [walletOnly.memberId]);
    await auth.schema.owner.query(`UPDATE member SET status = 'suspended' WHERE id = $1`, [
      suspended.memberId,
    ]);
    for (const memberId of [walletOnly.memberId, suspended.memberId, 999_999]) {
      await expect(change(memberId, OLD, NEW)).rejects.toMatchObject({ code: 'WRONG_PASSWORD' });
    }
  });

  it.each(['seven77', 'x'.repeat(257), ''])('rejects %j as a new one', async (weak) => {
    const { memberId } = await newMember();
    const unchecked = { ...changePassword, input: z.any() };
    const form = { memberId, oldPassword: OLD, newPassword: weak };
    await expect(auth.bus.call(unchecked, form)).rejects.toMatchObject({
      code: commonErrors.INVALID_INPUT.code,
    });
  });

  it('rejects a new one that is common, or the member’s own name, and ends no session', async () => {
    const { memberId, username, tokenHash } = await newMember();
    for (const weak of ['password1', `${username}1`, `${username}@`]) {
      await expect(change(memberId, OLD, weak)).rejects.toMatchObject({ code: 'PASSWORD_TOO_EASY' });
    }
    expect(await memberOf(tokenHash)).toBe(memberId);
    await signIn(username, OLD);
  });

  it('tells the verified address, and no other', async () => {
    const [mary, tom] = [await newMember(), await newMember()];
    await verifyAddress(auth.schema.owner, mary.memberId);
    for (const { memberId } of [mary, tom]) await change(memberId, OLD, NEW);
    const { rows } = await auth.schema.owner.query(
      `SELECT recipient, template FROM mail WHERE template <> 'verify-email'`,
    );
    expect(rows).toEqual([{ recipient: mary.email, template: 'password-changed' }]);
  });

  it('tried twice at once with the same current one succeeds once', async () => {
    const { memberId, username } = await newMember();
    const wanted = [`${NEW} 1`, `${NEW} 2`, `${NEW} 3`];
    const results = await Promise.allSettled(wanted.map((password) => change(memberId, OLD, password)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const winner = wanted[results.findIndex(({ status }) => status === 'fulfilled')] ?? '';
    await signIn(username, winner);
  });

  it('leaves no session behind that began with the old one while it changed', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { memberId, username } = await newMember();
      const signingIn = Array.from({ length: 6 }, () => signIn(username, OLD).catch(() => null));
      const [, ...begun] = await Promise.all([change(memberId, OLD, NEW), ...signingIn]);
      for (const session of begun) if (session !== null) expect(await memberOf(session)).toBeNull();
      const { rowCount } = await auth.schema.owner.query('SELECT FROM session WHERE member_id = $1', [
        memberId,
      ]);
      expect(rowCount).toBe(0);
    }
  });

  it('while Redis is away ends the sessions all the same, and marks them when it is back', async () => {
    const { memberId, tokenHash } = await newMember();
    await memberOf(tokenHash);
    await redisServer.kill();
    await change(memberId, OLD, NEW);
    expect(await memberOf(tokenHash)).toBeNull();
    await redisServer.restart();
    await eventually(async () => expect(await cachedSession(redis, tokenHash)).toBe(REVOKED), 30_000);
  });
});
