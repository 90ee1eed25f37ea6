import {
  requestEmailChange,
  requestPasswordReset,
  sendVerification,
} from '@likewell/contracts/auth/address-rpc';
import { authErrors } from '@likewell/contracts/auth/errors';
import { memberDeleted, memberProfileChanged, memberStatusChanged } from '@likewell/contracts/auth/events';
import { changeAvatar, findProfile, getOwnProfile } from '@likewell/contracts/auth/profile-rpc';
import { finishWalletSignIn, logIn, registerMember } from '@likewell/contracts/auth/sign-in-rpc';
import { getSession } from '@likewell/contracts/auth/sessions-rpc';
import { beginTotp } from '@likewell/contracts/auth/keys-rpc';
import { cancelDeletion, getDeletion, requestDeletion } from '@likewell/contracts/auth/leaving-rpc';
import { ASK_AUTH } from '@likewell/contracts/auth/session-cache';
import { eventually } from '@likewell/testing/eventually';
import { PostgresProxy, type StopPoint } from '@likewell/testing/postgres-proxy';
import { TestWallet } from '@likewell/testing/test-wallet';
import { Redis } from 'ioredis';
import { randomBytes } from 'node:crypto';
import { deleteAllDue, deletions } from './deletions-under-test.js';
import { deleteMember } from '../src/cli/delete-member-command.js';
import { reinstate, suspend } from '../src/cli/member-commands.js';
import { countCode } from '../src/second-factors/code-guesses.js';
import { PROVES_ADDRESS } from '../src/mail-links/mail-link.js';
import { DeletionsJobs } from '../src/deletions/deletions.jobs.js';
import { openTools } from './tools-under-test.js';
import { AuthUnderTest, cachedSession, PASSWORD } from './auth-under-test.js';
import { untilSoManyWait } from '@likewell/testing/until-so-many-wait';
import { verifyAddress } from './verified-address.js';

const DAY_MS = 86_400_000;
/** Statement that erases a member. */
const ERASING = `UPDATE member SET status = 'deleted'`;

let auth: AuthUnderTest;
let redis: Redis;

beforeAll(async () => {
  // The service's own job, once a minute, would delete a member whom a test has someone else delete.
  const job = vi.spyOn(DeletionsJobs.prototype, 'carryOut').mockResolvedValue();
  auth = await AuthUnderTest.start();
  job.mockRestore();
  redis = new Redis(auth.redis.url);
});
afterAll(async () => {
  redis.disconnect();
  await auth.stop();
});

const owner = () => auth.service.schema.owner;
const logInAs = (username: string) =>
  auth.service.bus.begin(logIn, { emailOrUser: username, password: PASSWORD });

/**
 * Changes the member's row as if this many days had passed since the request, because the clock is that of
 * Postgres.
 */
const passDays = (memberId: number, days: number) =>
  owner().query(`UPDATE member SET deletion_at = deletion_at - interval '1 day' * $2 WHERE id = $1`, [
    memberId,
    days,
  ]);

/** Makes auth cache a session. */
const untilCached = (tokenHash: string, memberId: number) =>
  eventually(async () => {
    await auth.service.bus.call(getSession, { tokenHash });
    expect(await cachedSession(redis, tokenHash)).toBe(String(memberId));
  });

const eventsOf = async (memberId: number, subject: string) => {
  const { rows } = await owner().query<{ data: unknown }>(
    `SELECT envelope -> 'data' AS data FROM outbox WHERE subject = $2
     AND coalesce(envelope #>> '{data,memberId}', envelope #>> '{data,profile,memberId}') = $1::text ORDER BY position`,
    [memberId, subject],
  );
  return rows.map(({ data }) => data);
};

const kindsOf = async (memberId: number) => {
  const { rows } = await owner().query<{ kind: string }>(
    'SELECT kind FROM security_event WHERE member_id = $1 ORDER BY id',
    [memberId],
  );
  return rows.map(({ kind }) => kind);
};

/** Makes a member with an address who has requested the deletion. */
async function leavingMember(keepsPosts = true) {
  const member = await auth.newMember();
  await verifyAddress(owner(), member.memberId);
  await auth.service.bus.call(requestDeletion, { memberId: member.memberId, keepsPosts });
  return member;
}

type Leaving = Awaited<ReturnType<typeof leavingMember>>;

/** Makes a member who requested the deletion 14 days ago. */
async function dueMember(keepsPosts = true) {
  const member = await leavingMember(keepsPosts);
  await passDays(member.memberId, 14);
  return member;
}

describe('a member who wants to leave', () => {
  it('has fourteen days, and no session left', async () => {
    const { memberId, tokenHash } = await auth.newMember();
    const { deletionAt, keepsPosts } = await auth.service.bus.call(requestDeletion, {
      memberId,
      keepsPosts: true,
    });
    expect(keepsPosts).toBe(true);
    expect(Math.abs(Date.parse(deletionAt) - Date.now() - 14 * DAY_MS)).toBeLessThan(60_000);
    expect(await auth.service.bus.call(getSession, { tokenHash })).toMatchObject({ memberId: null });
    expect(await kindsOf(memberId)).toEqual(['registered', 'deletion-requested', 'session-ended']);
  });

  it('is told of it when they sign in, and may call it off on the thirteenth day', async () => {
    const { memberId, username } = await auth.newMember();
    await auth.service.bus.call(requestDeletion, { memberId, keepsPosts: false });
    await passDays(memberId, 13);
    await deleteAllDue(auth);
    const { member } = await logInAs(username);
    expect(Date.parse(member.deletionAt ?? '')).toBeGreaterThan(Date.now());
    await auth.service.bus.call(cancelDeletion, { memberId });
    await auth.service.bus.call(cancelDeletion, { memberId });
    expect(await auth.service.bus.call(getDeletion, { memberId })).toEqual({ deletion: null });
    expect((await auth.service.bus.call(getOwnProfile, { memberId })).deletionAt).toBeUndefined();
    expect((await kindsOf(memberId)).filter((kind) => kind === 'deletion-cancelled')).toHaveLength(1);
  });

  it('may change what becomes of their posts, and does not get another fortnight by it', async () => {
    const { memberId, username } = await auth.newMember();
    const first = await auth.service.bus.call(requestDeletion, { memberId, keepsPosts: true });
    await logInAs(username);
    const again = await auth.service.bus.call(requestDeletion, { memberId, keepsPosts: false });
    expect(again).toEqual({ ...first, keepsPosts: false });
  });
});

describe('a member whose time is over', () => {
  it('is gone: name, address, picture, identities, sessions; nothing of theirs is left but what the list says', async () => {
    const member = await auth.newMember();
    const { memberId, username, email } = member;
    const image = new Uint8Array(Buffer.from(`RIFF    WEBP ${username}`));
    await auth.service.bus.call(changeAvatar, { memberId, image });
    await auth.service.bus.call(requestDeletion, { memberId, keepsPosts: true });
    await logInAs(username);
    await passDays(memberId, 14);
    const tools = await openTools(auth.service.schema.url, auth.redis.url);
    await tools.database.transaction(async (tx) => {
      for (const purpose of ['second-factor', 'totp-setup'] as const) await countCode(tx, purpose, memberId);
    });
    await tools.close();
    await deleteAllDue(auth);
    const { rows } = await owner().query('SELECT to_jsonb(member) AS row FROM member WHERE id = $1', [
      memberId,
    ]);
    const kept = JSON.stringify(rows);
    for (const text of [username, email, member.publicToken]) expect(kept).not.toContain(text);
    expect(rows[0]).toMatchObject({
      row: {
        username: `deleted_${memberId}`,
        email: null,
        avatar_sha256: null,
        status: 'deleted',
        role: 'member',
      },
    });
    expect((await owner().query('SELECT FROM avatar')).rowCount).toBe(0);
    await expectNothingOf(memberId);
    await expect(logInAs(username)).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' });
    expect(await auth.service.bus.call(findProfile, { memberId })).toEqual({ profile: null });
    expect(await auth.service.bus.call(findProfile, { username })).toEqual({ profile: null });
    expect(await auth.service.bus.call(findProfile, { username: `deleted_${memberId}` })).toEqual({
      profile: null,
    });
    expect(await kindsOf(memberId)).toContain('deleted');
  });

  it('is deleted by the job of the service, which begins with it', async () => {
    const { memberId } = await dueMember();
    const replica = await auth.service.addReplica();
    await eventually(async () =>
      expect(await eventsOf(memberId, memberDeleted.subject)).toEqual([
        { memberId, keepsPosts: true, status: { isSuspended: false, version: 1 } },
      ]),
    );
    await replica.stop();
  });

  it('is told by mail when they ask, and when it is done, which leaves no address behind', async () => {
    const { memberId, email } = await leavingMember();
    const mailsTo = async () => {
      const { rows } = await owner().query<{ template: string }>(
        'SELECT template FROM mail WHERE recipient = $1 ORDER BY id',
        [email],
      );
      return rows.map(({ template }) => template);
    };
    expect(await mailsTo()).toContain('deletion-requested');
    await passDays(memberId, 14);
    await deleteAllDue(auth);
    expect(await mailsTo()).toEqual(['deletion-done']);
    const { rowCount } = await owner().query('SELECT FROM mail WHERE member_id = $1', [memberId]);
    expect(rowCount).toBe(0);
  });

  it('is told of once, after the name that stays', async () => {
    const { memberId } = await dueMember(false);
    await deleteAllDue(auth);
    await deleteAllDue(auth);
    expect(await eventsOf(memberId, memberDeleted.subject)).toMatchObject([{ memberId, keepsPosts: false }]);
    const profiles = await eventsOf(memberId, memberProfileChanged.subject);
    expect(profiles.at(-1)).toMatchObject({
      profile: { username: `deleted_${memberId}`, avatar: null, isVerified: false, version: 2 },
    });
  });

  it.each([
    { isSuspended: true, version: 2, after: [suspend] },
    { isSuspended: false, version: 3, after: [suspend, reinstate] },
  ])('is told of with their last status (suspended: $isSuspended)', async ({ after, ...status }) => {
    const { memberId, username } = await leavingMember();
    const tools = await openTools(auth.service.schema.url, auth.redis.url);
    for (const command of after) await command(tools, [`user=${username}`]);
    await tools.close();
    await passDays(memberId, 14);
    await deleteAllDue(auth);
    expect((await eventsOf(memberId, memberStatusChanged.subject)).at(-1)).toEqual({ memberId, ...status });
    expect(await eventsOf(memberId, memberDeleted.subject)).toEqual([{ memberId, keepsPosts: true, status }]);
  });

  it('leaves a name that nobody else can pose with, and an address that others may use', async () => {
    const { username, email } = await dueMember();
    await deleteAllDue(auth);
    const form = { password: PASSWORD, referralCode: null };
    const taken = auth.service.bus.call(registerMember, { ...form, username, email: 'new@example.org' });
    await expect(taken).rejects.toMatchObject({ code: 'USERNAME_RESERVED' });
    const tombstone = { ...form, username: 'deleted_99999', email: 'new@example.org' };
    await expect(auth.service.bus.call(registerMember, tombstone)).rejects.toMatchObject({
      code: 'USERNAME_RESERVED',
    });
    expect(email).not.toBeNull();
    const again = { ...form, username: auth.newName(), email: email ?? '' };
    expect((await auth.service.bus.call(registerMember, again)).member.email).toBe(email);
  });

  it('can call nothing off any more', async () => {
    const { memberId } = await dueMember();
    await deleteAllDue(auth);
    await expect(auth.service.bus.call(cancelDeletion, { memberId })).rejects.toMatchObject({
      code: 'MEMBER_NOT_FOUND',
    });
    await expect(
      auth.service.bus.call(requestDeletion, { memberId, keepsPosts: true }),
    ).rejects.toMatchObject({
      code: 'MEMBER_NOT_FOUND',
    });
  });

  it('is deleted though somebody who was to go before them cannot be', async () => {
    const [stuck, next] = [await dueMember(), await dueMember()];
    await passDays(stuck.memberId, 1);
    await owner().query(
      `CREATE FUNCTION reject() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
       CREATE TRIGGER reject BEFORE UPDATE ON member FOR EACH ROW
         WHEN (NEW.id = ${stuck.memberId} AND NEW.status = 'deleted') EXECUTE FUNCTION reject()`,
    );
    const replica = await deletions(auth);
    await expect(replica.deletions.carryOutDue()).rejects.toThrow(String(stuck.memberId));
    expect(await kindsOf(next.memberId)).toContain('deleted');
    await owner().query('DROP TRIGGER reject ON member; DROP FUNCTION reject()');
    await replica.deletions.carryOutDue();
    expect(await kindsOf(stuck.memberId)).toContain('deleted');
    await replica.close();
  });

  it('is left to others by a process that is to stop', async () => {
    const { memberId } = await dueMember();
    const replica = await deletions(auth);
    replica.state.stop();
    await replica.deletions.carryOutDue();
    expect(await kindsOf(memberId)).not.toContain('deleted');
    await replica.close();
  });

  it('either returns or is deleted, never both, when the two come at one moment', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => dueMember()));
    const replicas = await Promise.all([deletions(auth), deletions(auth)]);
    const carryOut = replicas.map(({ deletions: jobs }) => jobs.carryOutDue());
    const returning = await Promise.allSettled(
      members.map(({ memberId }) => auth.service.bus.call(cancelDeletion, { memberId })),
    );
    await Promise.all(carryOut);
    await Promise.all(replicas.map(({ close }) => close()));
    for (const [index, { memberId }] of members.entries()) {
      const { rows } = await owner().query('SELECT status FROM member WHERE id = $1', [memberId]);
      const isBack = returning[index]?.status === 'fulfilled';
      expect(rows).toEqual([{ status: isBack ? 'active' : 'deleted' }]);
      expect(await eventsOf(memberId, memberDeleted.subject)).toHaveLength(isBack ? 0 : 1);
    }
  });

  it('is locked by no deletion that waits for their log-in', async () => {
    const { memberId } = await dueMember();
    const loggingIn = await owner().connect();
    let deleted: Promise<void> | undefined;
    try {
      await loggingIn.query('BEGIN');
      await loggingIn.query('SELECT FROM identity WHERE member_id = $1 FOR SHARE', [memberId]);
      deleted = deleteAllDue(auth);
      await untilSoManyWait(auth.service.schema, 1);
      const member = loggingIn.query('SELECT FROM member WHERE id = $1 FOR SHARE NOWAIT', [memberId]);
      await expect(member).resolves.toMatchObject({ rowCount: 1 });
    } finally {
      await loggingIn.query('ROLLBACK');
      loggingIn.release();
      await deleted;
    }
    await expectNothingOf(memberId);
  });

  it.each<StopPoint>(['before-statement', 'before-commit', 'after-commit'])(
    'is deleted once though auth dies in the middle (%s)',
    async (moment) => {
      const { memberId, username } = await leavingMember();
      const { tokenHash } = await logInAs(username);
      await untilCached(tokenHash, memberId);
      const proxy = await PostgresProxy.to(auth.service.schema.url);
      const dying = await deletions(auth, proxy.url);
      const stopped = proxy.stopNext(ERASING, moment);
      await passDays(memberId, 14);
      const work = dying.deletions.carryOutDue().catch(() => 'died');
      await stopped.reached;
      stopped.break();
      stopped.disarm();
      await work;
      // Whether or not the transaction was committed, the cache does not say that the session is valid.
      expect(await cachedSession(redis, tokenHash)).toBe(ASK_AUTH);
      await dying.close();
      proxy.stop();
      await eventually(async () => {
        await deleteAllDue(auth);
        expect(await eventsOf(memberId, memberDeleted.subject)).toHaveLength(1);
      });
      await expectNothingOf(memberId);
    },
  );
});

/**
 * Makes an attempt while a member whose fortnight ends now is being deleted, and expects it to wait for that;
 * returns its error, or `done`.
 */
async function duringDeletion(memberId: number, attempt: () => Promise<unknown>): Promise<unknown> {
  const proxy = await PostgresProxy.to(auth.service.schema.url);
  const replica = await deletions(auth, proxy.url);
  const stopped = proxy.stopNext(ERASING, 'before-statement');
  await passDays(memberId, 14);
  const deletion = replica.deletions.carryOutDue();
  await stopped.reached;
  const attempted = attempt().then(
    () => 'done',
    (error: unknown) => error,
  );
  const waits = await Promise.race([
    untilSoManyWait(auth.service.schema, 1).then(() => true),
    attempted.then(() => false),
  ]);
  stopped.release();
  await deletion;
  await replica.close();
  proxy.stop();
  expect(waits).toBe(true);
  return attempted;
}

describe('a member who is being deleted', () => {
  it.each([
    [
      'change of address',
      (memberId: number) =>
        auth.service.bus.call(requestEmailChange, { memberId, email: `${auth.newName()}@new.example` }),
      'MEMBER_NOT_FOUND',
    ],
    [
      'app for codes',
      (memberId: number) =>
        auth.service.bus.call(beginTotp, { memberId, secret: randomBytes(20).toString('hex') }),
      'TOTP_EXISTS',
    ],
  ])('begins no %s, which nobody would delete', async (_, begin, code) => {
    const { memberId } = await leavingMember();
    expect(await duringDeletion(memberId, () => begin(memberId))).toMatchObject({ code });
    await expectNothingOf(memberId);
  });

  it.each<[string, boolean, (member: Leaving) => Promise<unknown>]>([
    [
      'a new password',
      true,
      async ({ email }) => {
        await auth.service.bus.call(requestPasswordReset, { emailOrUser: String(email) });
        await eventually(async () => {
          expect((await owner().query('SELECT FROM password_reset_request')).rowCount).toBe(0);
        });
      },
    ],
    ['their address', false, ({ memberId }) => auth.service.bus.call(sendVerification, { memberId })],
    [
      'somebody else who registers with their address',
      true,
      ({ email }) => {
        const form = { email: String(email), password: PASSWORD, referralCode: null };
        return auth.service.bus.call(registerMember, { ...form, username: auth.newName() });
      },
    ],
  ])('is sent no mail about %s, which nobody would delete', async (_, isVerified, request) => {
    const member = await leavingMember();
    if (!isVerified)
      await owner().query('UPDATE member SET email_verified_at = NULL WHERE id = $1', [member.memberId]);
    await duringDeletion(member.memberId, () => request(member));
    await expectNothingOf(member.memberId);
  });

  it('gets no mail of a file that is finished meanwhile', async () => {
    const { memberId } = await dueMember();
    await owner().query(
      `INSERT INTO export (member_id, made_for, due_at) VALUES ($1, 'member', now() + interval '1 hour')`,
      [memberId],
    );
    const proxy = await PostgresProxy.to(auth.service.schema.url);
    const replica = await deletions(auth, proxy.url);
    const stopped = proxy.stopNext('DELETE FROM export ', 'before-statement');
    const deletion = replica.deletions.carryOutDue();
    await stopped.reached;
    // As the exporter does in one transaction.
    await owner().query(
      `WITH finished AS (UPDATE export SET status = 'ready', bytes = 1, finished_at = now(),
         expires_at = now() + interval '1 day' WHERE member_id = ${memberId} RETURNING member_id)
       INSERT INTO mail (message_id, template, member_id, recipient, data, useful_until)
       SELECT '<of-a-finished-file@likewell.test>', 'export-ready', member_id, 'gone@example.org', '{}', now() + interval '1 day'
       FROM finished`,
    );
    stopped.release();
    await deletion;
    await replica.close();
    proxy.stop();
    await expectNothingOf(memberId);
  });
});

describe('the wallet of a member whose time is over', () => {
  /** Makes a member who has just signed in with a wallet, and whose deletion is due. */
  async function dueWithWallet() {
    const statement = new TestWallet().sign(`Login to Likewell ${new Date().toISOString()}`);
    const signIn = () => auth.service.bus.begin(finishWalletSignIn, { ...statement, referralCode: null });
    const { memberId } = (await signIn()).member;
    await auth.service.bus.call(requestDeletion, { memberId, keepsPosts: false });
    return { memberId, address: statement.address, signIn };
  }
  const notProven = { code: authErrors.WALLET_NOT_PROVEN.code };

  it('makes no new member by a message that was used, of which no address and no text is left', async () => {
    const { memberId, address, signIn } = await dueWithWallet();
    await passDays(memberId, 14);
    await deleteAllDue(auth);
    await expect(signIn()).rejects.toMatchObject(notProven);
    const { rows } = await owner().query('SELECT wallet_message::text AS row FROM wallet_message');
    const kept = JSON.stringify(rows);
    for (const text of [address, 'Login to Likewell']) expect(kept).not.toContain(text);
  });

  it('makes none either while the account is being deleted', async () => {
    const { memberId, signIn } = await dueWithWallet();
    expect(await duringDeletion(memberId, signIn)).toMatchObject(notProven);
  });
});

describe('an operator', () => {
  it('deletes an account for a reason, and undoes it, on the trail under their name', async () => {
    const { memberId, username, tokenHash } = await auth.newMember();
    const tools = await openTools(auth.service.schema.url, auth.redis.url);
    const said = await deleteMember(tools, [
      `user=${username}`,
      'posts=remove',
      'days=1',
      'why=asked by letter',
    ]);
    expect(said).toContain(`${username} is deleted on `);
    expect(await auth.service.bus.call(getSession, { tokenHash })).toMatchObject({ memberId: null });
    const { deletion } = await auth.service.bus.call(getDeletion, { memberId });
    expect(deletion?.keepsPosts).toBe(false);
    expect(await deleteMember(tools, [`user=${username}`, 'undo=yes'])).toBe(`${username} stays.`);
    expect(await auth.service.bus.call(getDeletion, { memberId })).toEqual({ deletion: null });
    await expect(deleteMember(tools, ['user=nobody_there'])).rejects.toThrow('There is no member');
    const { rows } = await owner().query(
      `SELECT kind, operator, reason FROM security_event WHERE member_id = $1 AND operator IS NOT NULL ORDER BY id`,
      [memberId],
    );
    await tools.close();
    expect(rows.map(({ kind }: { kind: string }) => kind)).toEqual([
      'deletion-requested',
      'session-ended',
      'deletion-cancelled',
    ]);
    expect(rows[0]).toMatchObject({ operator: 'tester', reason: 'asked by letter' });
  });
});

/**
 * Expects no row of a member in any table that references members, except those that keep some: the member
 * itself, the security events, the reserved names and, for a day, the links that prove an address.
 */
async function expectNothingOf(memberId: number): Promise<void> {
  const { rows } = await owner().query<{ table: string; column: string }>(
    `SELECT c.conrelid::regclass::text AS table, a.attname AS column FROM pg_constraint c
     JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
     WHERE c.contype = 'f' AND c.confrelid = 'member'::regclass`,
  );
  const stays = ['member', 'security_event', 'former_username', 'mail_link'];
  const asked = rows.filter(({ table }) => !stays.includes(table));
  expect(asked.length).toBeGreaterThan(2);
  for (const { table, column } of asked) {
    const { rowCount } = await owner().query(`SELECT FROM ${table} WHERE ${column} = $1`, [memberId]);
    expect({ table, rowCount }).toEqual({ table, rowCount: 0 });
  }
  const links = await owner().query(
    `SELECT purpose FROM mail_link WHERE member_id = $1
     AND (purpose <> ALL ($2) OR expires_at > now() + interval '1 day')`,
    [memberId, PROVES_ADDRESS],
  );
  expect(links.rows).toEqual([]);
  const guesses = await owner().query('SELECT account FROM wrong_password WHERE account LIKE $1', [
    `%:${memberId}`,
  ]);
  expect(guesses.rows).toEqual([]);
}
