import {
  confirmEmailChange,
  requestEmailChange,
  resetPassword,
  undoEmailChange,
} from '@likewell/contracts/auth/address-rpc';
import { requestDeletion } from '@likewell/contracts/auth/leaving-rpc';
import { changePassword, endSession, getSession } from '@likewell/contracts/auth/rpc';
import {
  endListedSession,
  endOtherSessions,
  listSessions,
  removeSignInMethod,
} from '@likewell/contracts/auth/security-rpc';
import { ASK_AUTH, REVOKED } from '@likewell/contracts/auth/session-cache';
import { eventually } from '@likewell/testing/eventually';
import { PostgresProxy, type StopPoint } from '@likewell/testing/postgres-proxy';
import { Redis } from 'ioredis';
import { deleteMember } from '../src/cli/delete-member-command.js';
import { suspend } from '../src/cli/member-commands.js';
import { hashToken } from '../src/sessions/session-token.js';
import { AddressUnderTest } from './address-under-test.js';
import { cachedSession } from './auth-under-test.js';
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
  // From here on the one behind the proxy alone is called.
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

/** A member who is signed in here and, as the cache has it too, there. */
async function twoDevices() {
  const member = await world.joinVerified();
  const there = hashToken((await world.logIn(member.username)).token);
  await eventually(async () => {
    await memberOf(there);
    expect(await cachedSession(redis, there)).toBe(String(member.memberId));
  });
  return { ...member, there };
}
type Member = Awaited<ReturnType<typeof twoDevices>>;

const endOthers = ({ memberId, tokenHash }: Member) =>
  world.bus.call(endOtherSessions, { memberId, tokenHash });

/** Ends sessions of a member, whose commit is stopped at that point; answers what lets it go on, or breaks it, and waits for its end. */
async function stopAt(point: StopPoint, end: () => Promise<unknown>) {
  const stopped = proxy.stopNext('DELETE FROM session', point);
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

type End = () => Promise<unknown>;

/** What ends a session, all but its last call done. */
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
      const to = `${world.newName()}@new.example`;
      await world.bus.call(requestEmailChange, { memberId, email: to });
      for (const end of [email, to])
        await world.open(confirmEmailChange, await world.linkTo(end, 'confirm-email'));
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
