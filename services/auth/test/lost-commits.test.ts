import { resetPassword, undoEmailChange } from '@likewell/contracts/auth/address-rpc';
import { requestDeletion } from '@likewell/contracts/auth/leaving-rpc';
import { getKeys, removePasskey } from '@likewell/contracts/auth/keys-rpc';
import { changePassword } from '@likewell/contracts/auth/passwords-rpc';
import { endSession, getSession } from '@likewell/contracts/auth/sessions-rpc';
import { endListedSession, endOtherSessions, listSessions } from '@likewell/contracts/auth/sessions-rpc';
import { removeSignInMethod } from '@likewell/contracts/auth/sign-in-methods-rpc';
import { setTipLimit } from '@likewell/contracts/auth/tip-limit-rpc';
import { ASK_AUTH, REVOKED, sessionKey } from '@likewell/contracts/auth/session-cache';
import { eventually } from '@likewell/testing/eventually';
import { giveSecondFactor } from '@likewell/testing/give-second-factor';
import { PostgresProxy, type StopPoint } from '@likewell/testing/postgres-proxy';
import { Redis } from 'ioredis';
import { deleteMember } from '../src/cli/delete-member-command.js';
import { grant, suspend } from '../src/cli/member-commands.js';
import { AddressUnderTest } from './address-under-test.js';
import { cachedSession, insertSessions } from './auth-under-test.js';
import { openTools, type ToolsUnderTest } from './tools-under-test.js';
import { PASSWORD } from './trail-under-test.js';

const NEW = 'staple, quite another';

let world: AddressUnderTest;
let proxy: PostgresProxy;
let tools: ToolsUnderTest;
let redis: Redis;

beforeAll(async () => {
  world = await AddressUnderTest.start();
  proxy = await PostgresProxy.to(world.schema.url);
  await world.service.addReplica({ DATABASE_URL: proxy.url });
  // From here on, only the replica behind the proxy is called.
  await world.service.replica.stop();
  tools = await openTools(proxy.url, world.redisUrl);
  redis = new Redis(world.redisUrl);
});
afterAll(async () => {
  redis.disconnect();
  await tools.close();
  await world.stop();
  proxy.stop();
});

const memberOf = async (tokenHash: string) => (await world.bus.call(getSession, { tokenHash })).memberId;

/** Registers a member with two sessions, one of which is in the cache. */
async function twoDevices() {
  const member = await world.joinVerified();
  const { tokenHash: there } = await world.logIn(member.username);
  await eventually(async () => {
    await memberOf(there);
    expect(await cachedSession(redis, there)).toBe(String(member.memberId));
  });
  return { ...member, there };
}
type Member = Awaited<ReturnType<typeof twoDevices>>;

const endOthers = ({ memberId, tokenHash }: Member) =>
  world.bus.call(endOtherSessions, { memberId, tokenHash });

/**
 * Ends or changes sessions of a member, with the commit stopped at that point. Returns functions that let it
 * continue or break it, and then wait for its end.
 */
async function stopAt(point: StopPoint, end: () => Promise<unknown>, statement = 'DELETE FROM session') {
  const stopped = proxy.stopNext(statement, point);
  const ended = end().then(
    () => 'done',
    () => 'failed',
  );
  await stopped.reached;
  stopped.disarm();
  return {
    goOn: () => (stopped.release(), ended),
    break: () => (stopped.break(), ended),
  };
}

async function removeFactor({ memberId, tokenHash }: Member) {
  const { passkeys } = await world.bus.call(getKeys, { memberId });
  return world.bus.call(removePasskey, { memberId, tokenHash, passkeyId: passkeys[0]?.id ?? 0 });
}

type End = () => Promise<unknown>;

/** Actions that end a session; each returns its last call. */
const ENDINGS: [string, (member: Member) => End | Promise<End>][] = [
  [
    'a sign-out',
    ({ there }) =>
      () =>
        world.bus.call(endSession, { tokenHash: there }),
  ],
  [
    'its member, from the list',
    async ({ memberId, tokenHash }) => {
      const { items } = await world.bus.call(listSessions, { memberId, tokenHash });
      const sessionId = items.find(({ isThis }) => !isThis)?.id ?? 0;
      return () => world.bus.call(endListedSession, { memberId, sessionId });
    },
  ],
  ['its member, with all others', (member) => () => endOthers(member)],
  [
    'a way to sign in that is taken off',
    async ({ memberId, tokenHash }) => {
      const methodId = await world.addGoogle(memberId);
      return () => world.bus.call(removeSignInMethod, { memberId, tokenHash, provider: 'google', methodId });
    },
  ],
  [
    'a second factor that is taken off',
    async (member) => {
      await giveSecondFactor(world.schema.owner, member.memberId);
      return () => removeFactor(member);
    },
  ],
  [
    'a new password',
    ({ memberId }) =>
      () =>
        world.bus.call(changePassword, { memberId, oldPassword: PASSWORD, newPassword: NEW }),
  ],
  [
    'a reset',
    async ({ email }) => {
      const link = await world.askForReset(email);
      return () => world.open(resetPassword, link, { newPassword: NEW });
    },
  ],
  [
    'the way back to an address',
    async ({ memberId, email }) => {
      await world.changeAddress(memberId, email, world.newEmail());
      const link = await world.linkTo(email, 'undo-email');
      return () => world.open(undoEmailChange, link);
    },
  ],
  [
    'a member who leaves',
    ({ memberId }) =>
      () =>
        world.bus.call(requestDeletion, { memberId, keepsPosts: true }),
  ],
  [
    'a sign-in that is one too many',
    async ({ memberId, username }) => {
      await world.owner(
        `UPDATE session SET last_used_at = now() - interval '2 days' WHERE member_id = ${memberId}`,
      );
      await insertSessions(world.schema, memberId, 200);
      return () => world.logIn(username);
    },
  ],
  [
    'a suspension',
    ({ username }) =>
      () =>
        suspend(tools, [`user=${username}`]),
  ],
  [
    'an operator who deletes',
    ({ username }) =>
      () =>
        deleteMember(tools, [`user=${username}`]),
  ],
];

describe('a session that is ended', () => {
  it.each(ENDINGS)('by %s is in no cache, although nobody learns of the commit', async (_, prepare) => {
    const member = await twoDevices();
    const commit = await stopAt('after-commit', await prepare(member));
    expect(await commit.break()).toBe('failed');
    expect(await cachedSession(redis, member.there)).toBe(ASK_AUTH);
    expect(await memberOf(member.there)).toBeNull();
    expect(await cachedSession(redis, member.there)).toBe(ASK_AUTH);
  });

  it('is remembered by nobody who reads it before the commit', async () => {
    const member = await twoDevices();
    const commit = await stopAt('before-commit', () => endOthers(member));
    expect(await memberOf(member.there)).toBe(member.memberId);
    expect(await cachedSession(redis, member.there)).toBe(ASK_AUTH);
    expect(await commit.goOn()).toBe('done');
    expect(await memberOf(member.there)).toBeNull();
    expect(await cachedSession(redis, member.there)).toBe(REVOKED);
  });

  it('lives on where the transaction fails', async () => {
    const member = await twoDevices();
    const commit = await stopAt('before-commit', () => endOthers(member));
    expect(await commit.break()).toBe('failed');
    expect(await memberOf(member.there)).toBe(member.memberId);
    expect(await memberOf(member.tokenHash)).toBe(member.memberId);
  });
});

/** Changes of what sessions carry: the statement of each, and what the remaining session is afterwards. */
const CHANGES: [string, string, (member: Member) => Promise<unknown>, object][] = [
  [
    'a role that is given',
    'UPDATE member SET role',
    ({ username }) => grant(tools, [`user=${username}`, 'role=admin']),
    { role: 'admin' },
  ],
  [
    'a role that is taken back',
    'UPDATE member SET role',
    ({ username }) => grant(tools, [`user=${username}`, 'role=member']),
    { role: 'member' },
  ],
  [
    'a limit of tips',
    'UPDATE member SET tip_limit_nano',
    ({ memberId }) => world.bus.call(setTipLimit, { memberId, limitNano: 5n }),
    { role: 'moderator', tipLimitNano: 5n },
  ],
  ['a second factor that is gone', 'DELETE FROM passkey', removeFactor, { role: 'member' }],
];

describe('a session of a moderator, changed by', () => {
  it.each(CHANGES)(
    '%s, is in no cache as it was, although nobody learns of the commit',
    async (_, statement, change, after) => {
      const member = await twoDevices();
      const { memberId, tokenHash } = member;
      await giveSecondFactor(world.schema.owner, memberId);
      await world.owner(`UPDATE member SET role = 'moderator' WHERE id = ${memberId}`);
      await redis.del(sessionKey(tokenHash));
      const look = () => world.bus.call(getSession, { tokenHash });
      expect(await look()).toEqual({ memberId, role: 'moderator' });
      expect(await cachedSession(redis, tokenHash)).toBe(`${memberId}:moderator`);
      const commit = await stopAt('after-commit', () => change(member), statement);
      expect(await commit.break()).toBe('failed');
      expect(await cachedSession(redis, tokenHash)).toBe(ASK_AUTH);
      expect(await look()).toEqual({ memberId, ...after });
      expect(await cachedSession(redis, tokenHash)).toBe(ASK_AUTH);
    },
  );
});
