import { authErrors } from '@likewell/contracts/auth/errors';
import { endSession, getSession, getSessions } from '@likewell/contracts/auth/sessions-rpc';
import { getOwnProfile } from '@likewell/contracts/auth/profile-rpc';
import { logIn } from '@likewell/contracts/auth/sign-in-rpc';
import { REVOKED, SESSION_CACHE_SECONDS, sessionKey } from '@likewell/contracts/auth/session-cache';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { eventually } from '@likewell/testing/eventually';
import type { OwnServer } from '@likewell/testing/test-servers';
import { Redis } from 'ioredis';
import { EntityManager } from 'typeorm';
import { PasswordHasher } from '../src/passwords/password-hasher.js';
import { SessionCache } from '../src/sessions/session-cache.js';
import { AuthUnderTest, cachedSession, hashesDuring, PASSWORD } from './auth-under-test.js';
import { newHash, type AuthService } from './start-auth.js';

let world: AuthUnderTest;
let redisServer: OwnServer;
let redis: Redis;
let auth: AuthService;

beforeAll(async () => {
  world = await AuthUnderTest.start({ HASH_MAX_WAIT_MS: '250' }, { maxHashesAtOnce: 1 });
  auth = world.service;
  redisServer = world.redis;
  redis = new Redis(redisServer.url);
  redis.on('error', () => undefined);
});
afterAll(async () => {
  redis.disconnect();
  await world.stop();
});

/** Its turns, of which one may be held here. */
const hasher = PasswordHasher.prototype as unknown as {
  inTurn: (this: object, work: () => Promise<unknown>) => Promise<unknown>;
};

const newMember = () => world.newMember();

/** Inserts a further session of a member, without the cost of hashing a password. */
async function insertSession(memberId: number): Promise<string> {
  const tokenHash = newHash();
  await auth.schema.owner.query(
    `INSERT INTO session (token_hash, member_id) VALUES (decode($1, 'hex'), $2)`,
    [tokenHash, memberId],
  );
  return tokenHash;
}

const signIn = (emailOrUser: string, password = PASSWORD) => auth.bus.begin(logIn, { emailOrUser, password });
const memberOf = async (tokenHash: string) => (await auth.bus.call(getSession, { tokenHash })).memberId;
const end = (tokenHash: string) => auth.bus.call(endSession, { tokenHash });
const wrongCredentials = { ...authErrors.WRONG_CREDENTIALS };

async function setSession(tokenHash: string, assignment: string): Promise<void> {
  await auth.schema.owner.query(`UPDATE session SET ${assignment} WHERE token_hash = decode($1, 'hex')`, [
    tokenHash,
  ]);
}

describe('logging in', () => {
  it('works by username and by e-mail in any case, each time with a session of its own', async () => {
    const { memberId, username, email } = await newMember();
    for (const name of [
      username,
      username.toUpperCase(),
      String(email),
      ` ${String(email).toUpperCase()} `,
    ]) {
      const { tokenHash, member } = await signIn(name);
      expect(member).toMatchObject({ memberId, username, email });
      expect(await memberOf(tokenHash)).toBe(memberId);
    }
  });

  it('reads the same for a wrong password and for nobody', async () => {
    const { username } = await newMember();
    await expect(signIn(username, 'wrong horse')).rejects.toMatchObject(wrongCredentials);
    await expect(signIn('nobody_here', 'wrong horse')).rejects.toMatchObject(wrongCredentials);
    await expect(signIn('nobody@example.org', 'wrong horse')).rejects.toMatchObject(wrongCredentials);
    await expect(signIn('nul\0nul')).rejects.toMatchObject({ code: commonErrors.INVALID_INPUT.code });
  });

  it('costs one hash for a wrong password, and for nobody', async () => {
    const { username } = await newMember();
    for (const name of [username, 'nobody_here']) {
      const wrong = () => expect(signIn(name, 'wrong horse')).rejects.toMatchObject(wrongCredentials);
      expect(await hashesDuring(wrong), name).toBe(1);
    }
  });

  it('is rejected as overload when it waits too long to hash, and works again afterwards', async () => {
    const { username } = await newMember();
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    const { inTurn } = hasher;
    const turns = vi.spyOn(hasher, 'inTurn').mockImplementationOnce(function (this: object, work) {
      return inTurn.call(this, () => gate.then(work));
    });
    try {
      const first = signIn(username);
      await eventually(() => expect(turns).toHaveBeenCalledTimes(1));
      await expect(signIn(username)).rejects.toMatchObject({ code: commonErrors.OVERLOADED.code });
      letGo();
      await expect(first).resolves.toMatchObject({ member: { username } });
    } finally {
      letGo();
      turns.mockRestore();
    }
    await expect(signIn(username)).resolves.toMatchObject({ member: { username } });
  });
});

describe('a member who is', () => {
  it.each([
    ['suspended', authErrors.ACCOUNT_SUSPENDED],
    ['deleted', authErrors.WRONG_CREDENTIALS],
  ])('%s cannot log in, has no session and no profile', async (status, { code }) => {
    const { memberId, username, tokenHash } = await newMember();
    expect(await memberOf(tokenHash)).toBe(memberId);
    await auth.schema.owner.query('UPDATE member SET status = $2 WHERE id = $1', [memberId, status]);
    expect(await memberOf(tokenHash)).toBeNull();
    await expect(signIn(username)).rejects.toMatchObject({ code });
    await expect(signIn(username, 'wrong horse')).rejects.toMatchObject(wrongCredentials);
    await expect(auth.bus.call(getOwnProfile, { memberId })).rejects.toMatchObject({
      code: authErrors.MEMBER_NOT_FOUND.code,
    });
  });
});

/** Waits until a session counts as just used. */
const untilRecorded = (tokenHash: string) =>
  eventually(async () => {
    const { rowCount } = await auth.schema.owner.query(
      `SELECT FROM session WHERE token_hash = decode($1, 'hex') AND last_used_at > now() - interval '1 minute'`,
      [tokenHash],
    );
    expect(rowCount).toBe(1);
  });

describe('a session', () => {
  it('is found with others by one statement, in their order, among those that never were', async () => {
    const [one, other] = [(await newMember()).memberId, (await newMember()).memberId];
    const [first, second, unknown] = [await insertSession(one), await insertSession(other), newHash()];
    const query = vi.spyOn(EntityManager.prototype, 'query');
    try {
      const { sessions } = await auth.bus.call(getSessions, {
        tokenHashes: [second, unknown, first, second],
      });
      expect(sessions.map(({ memberId }) => memberId)).toEqual([other, null, one, other]);
      expect(query.mock.calls.filter(([sql]) => sql.includes('FROM session'))).toHaveLength(1);
    } finally {
      query.mockRestore();
    }
  });

  it('is found while its use cannot be recorded, and then it is', async () => {
    const { memberId, tokenHash } = await newMember();
    await setSession(tokenHash, `last_used_at = now() - interval '2 hours'`);
    const holder = await auth.schema.owner.connect();
    await holder.query('BEGIN');
    await holder.query(`SELECT FROM session WHERE token_hash = decode($1, 'hex') FOR UPDATE`, [tokenHash]);
    expect(await memberOf(tokenHash)).toBe(memberId);
    await holder.query('COMMIT');
    holder.release();
    await untilRecorded(tokenHash);
  });

  it('ends 30 days after its last use', async () => {
    const { memberId, tokenHash } = await newMember();
    await setSession(tokenHash, `last_used_at = now() - interval '29 days 23 hours'`);
    expect(await memberOf(tokenHash)).toBe(memberId);
    await untilRecorded(tokenHash);
    await setSession(tokenHash, `last_used_at = now() - interval '30 days 1 minute'`);
    expect(await memberOf(tokenHash)).toBeNull();
  });

  it('ends 90 days after it began, however busy', async () => {
    const { memberId, tokenHash } = await newMember();
    await setSession(tokenHash, `created_at = now() - interval '89 days 23 hours'`);
    expect(await memberOf(tokenHash)).toBe(memberId);
    await setSession(tokenHash, `created_at = now() - interval '90 days 1 minute'`);
    expect(await memberOf(tokenHash)).toBeNull();
  });

  it('that has run out is removed, and no other', async () => {
    const { memberId, tokenHash } = await newMember();
    const expired = [await insertSession(memberId), await insertSession(memberId)];
    await setSession(expired[0] ?? '', `last_used_at = now() - interval '31 days'`);
    await setSession(expired[1] ?? '', `created_at = now() - interval '91 days'`);
    const replica = await auth.addReplica();
    await eventually(async () => {
      const { rows } = await auth.schema.owner.query(
        `SELECT encode(token_hash, 'hex') AS hash FROM session WHERE member_id = $1`,
        [memberId],
      );
      expect(rows).toEqual([{ hash: tokenHash }]);
    });
    await replica.stop();
  });

  it('is one of 200 at most: with the next one those used longest ago end, and nobody else’s', async () => {
    const [{ memberId, username, tokenHash }, other] = [await newMember(), await newMember()];
    await setSession(tokenHash, `last_used_at = now() - interval '2 days'`);
    const [kept = ''] = await world.insertSessions(memberId, 199);
    await memberOf(tokenHash);
    await untilRecorded(tokenHash);
    await setSession(tokenHash, `last_used_at = now() - interval '2 days'`);
    const again = await signIn(username);
    expect([await memberOf(tokenHash), await memberOf(again.tokenHash)]).toEqual([null, memberId]);
    expect(await memberOf(kept)).toBe(memberId);
    expect(await memberOf(other.tokenHash)).toBe(other.memberId);
    const { rows } = await auth.schema.owner.query(
      `SELECT detail, count, done_by FROM security_event WHERE member_id = $1 AND kind = 'session-ended'`,
      [memberId],
    );
    expect(rows).toEqual([{ detail: 'logged-out', count: 1, done_by: 'system' }]);
  });

  it('that many sign-ins begin at once leaves 200, too', async () => {
    const { memberId, username } = await newMember();
    await world.insertSessions(memberId, 300);
    const begun = await Promise.allSettled([1, 2, 3, 4].map(() => signIn(username)));
    const again = await signIn(username);
    expect(begun.filter(({ status }) => status === 'fulfilled')).not.toHaveLength(0);
    expect(await memberOf(again.tokenHash)).toBe(memberId);
    const { rowCount } = await auth.schema.owner.query('SELECT FROM session WHERE member_id = $1', [
      memberId,
    ]);
    expect(rowCount).toBe(200);
  });

  it('that is ended is dead, also a second time, and others of the member live', async () => {
    const { memberId, tokenHash } = await newMember();
    const other = await insertSession(memberId);
    await end(tokenHash);
    await end(tokenHash);
    expect(await memberOf(tokenHash)).toBeNull();
    expect(await memberOf(other)).toBe(memberId);
  });

  it('that never was is none', async () => {
    const unknown = newHash();
    expect(await memberOf(unknown)).toBeNull();
    expect(await cachedSession(redis, unknown)).toBeNull();
  });
});

describe('the session cache', () => {
  it('holds a session for at most a minute after it was asked for', async () => {
    const { memberId, tokenHash } = await newMember();
    await memberOf(tokenHash);
    expect(await cachedSession(redis, tokenHash)).toBe(String(memberId));
    const ttl = await redis.ttl(sessionKey(tokenHash));
    expect(ttl).toBeGreaterThan(0);
    expect(ttl).toBeLessThanOrEqual(SESSION_CACHE_SECONDS);
  });

  it('says "revoked" for longer than any response lives, whoever writes late', async () => {
    const { memberId, tokenHash } = await newMember();
    await memberOf(tokenHash);
    await end(tokenHash);
    const slowWriter = new SessionCache(redis, createLogger('test', 'silent'), {});
    await slowWriter.remember(tokenHash, { memberId, role: 'member' });
    expect(await cachedSession(redis, tokenHash)).toBe(REVOKED);
    expect(await redis.ttl(sessionKey(tokenHash))).toBeGreaterThan(SESSION_CACHE_SECONDS);
  });

  it('never says that an ended session lives, however ending and asking interleave', async () => {
    const { memberId } = await newMember();
    const hashes = await Promise.all(Array.from({ length: 40 }, () => insertSession(memberId)));
    await Promise.all(hashes.flatMap((hash) => [memberOf(hash), memberOf(hash), end(hash), memberOf(hash)]));
    expect(await Promise.all(hashes.map((hash) => cachedSession(redis, hash)))).toEqual(
      hashes.map(() => REVOKED),
    );
  });

  it('that was emptied logs nobody out', async () => {
    const { memberId, tokenHash } = await newMember();
    await memberOf(tokenHash);
    await redis.flushall();
    expect(await memberOf(tokenHash)).toBe(memberId);
  });
});

describe('without Redis', () => {
  it.each(['hangs', 'is gone'])('that %s sessions are found and end in time', async (state) => {
    const { memberId, tokenHash } = await newMember();
    await memberOf(tokenHash);
    // The pause is longer than one of these calls may take.
    if (state === 'hangs') await redis.call('CLIENT', 'PAUSE', '5000', 'ALL');
    else await redisServer.kill();
    const { client } = auth.bus;
    expect(await client.call(getSession, { tokenHash })).toMatchObject({ memberId });
    await client.call(endSession, { tokenHash, origin: { network: '192.0.2.1' } });
    expect(await memberOf(tokenHash)).toBeNull();
    if (state === 'is gone') await redisServer.restart();
    // Values that Redis still holds are marked as soon as it is back.
    await eventually(async () => expect(await cachedSession(redis, tokenHash)).toBe(REVOKED), 30_000);
  });

  it('a process that stops no longer tries to mark them', async () => {
    const closed = new Redis({ lazyConnect: true });
    closed.disconnect();
    const marked = vi.spyOn(closed, 'set');
    const cache = new SessionCache(closed, createLogger('test', 'silent'), {});
    const revoking = cache.revoke([newHash()]);
    await eventually(() => expect(marked.mock.calls.length).toBeGreaterThan(1));
    const attempts = marked.mock.calls.length;
    cache.onApplicationShutdown();
    await revoking;
    expect(marked).toHaveBeenCalledTimes(attempts);
  });
});
