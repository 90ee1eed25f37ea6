import { authErrors } from '@likewell/contracts/auth/errors';
import {
  changeAvatar,
  changeUsername,
  findProfile,
  getOwnProfile,
} from '@likewell/contracts/auth/profile-rpc';
import { getSession } from '@likewell/contracts/auth/sessions-rpc';
import { logIn } from '@likewell/contracts/auth/sign-in-rpc';
import { ASK_AUTH, REVOKED, sessionKey } from '@likewell/contracts/auth/session-cache';
import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { eventually } from '@likewell/testing/eventually';
import { Redis } from 'ioredis';
import { grant, reinstate, suspend } from '../src/cli/member-commands.js';
import { AuthUnderTest, cachedSession, PASSWORD } from './auth-under-test.js';
import { openTools, type ToolsUnderTest } from './tools-under-test.js';

let world: AuthUnderTest;
/** A connection for the test's own reads, which may take longer than a service waits. */
let redis: Redis;
let tools: ToolsUnderTest;

beforeAll(async () => {
  world = await AuthUnderTest.start();
  redis = new Redis(world.redis.url);
  redis.on('error', () => undefined);
  tools = await openTools(world.service.schema.url, world.redis.url);
});
afterAll(async () => {
  await tools.close();
  redis.disconnect();
  await world.stop();
});

const sessionOf = (tokenHash: string) => world.service.bus.call(getSession, { tokenHash });
const signIn = (username: string, password = PASSWORD) =>
  world.service.bus.begin(logIn, { emailOrUser: username, password });
const suspended = { code: authErrors.ACCOUNT_SUSPENDED.code, kind: 'forbidden' };
const wrong = { code: authErrors.WRONG_CREDENTIALS.code };

async function eventsOf(memberId: number, subject: string): Promise<Record<string, unknown>[]> {
  const { rows } = await world.service.schema.owner.query<{ data: Record<string, unknown> }>(
    `SELECT envelope->'data' AS data FROM outbox
     WHERE subject = $1 AND $2 IN (envelope->'data'->>'memberId', envelope->'data'->'profile'->>'memberId') ORDER BY seq`,
    [subject, String(memberId)],
  );
  return rows.map(({ data }) => data);
}

describe('a role', () => {
  it('is a member’s at first, and what was granted from the next look on', async () => {
    const { username, memberId, tokenHash } = await world.newStaffMember();
    expect(await sessionOf(tokenHash)).toEqual({ memberId, role: 'member' });
    expect(await cachedSession(redis, tokenHash)).toBe(String(memberId));

    expect(await grant(tools, [`user=${username}`, 'role=moderator', 'verified='])).toBe(
      `${username} is a moderator now.`,
    );
    expect(await cachedSession(redis, tokenHash)).toBe(ASK_AUTH);
    expect(await sessionOf(tokenHash)).toEqual({ memberId, role: 'moderator' });
    expect(await world.service.bus.call(getOwnProfile, { memberId })).toMatchObject({ role: 'moderator' });

    await grant(tools, [`user=${username.toUpperCase()}`, 'role=admin']);
    expect(await sessionOf(tokenHash)).toEqual({ memberId, role: 'admin' });
    await grant(tools, [`user=${username}`, 'role=member']);
    expect(await sessionOf(tokenHash)).toEqual({ memberId, role: 'member' });
  });

  it('of an old session is not written back by whoever read it before the change', async () => {
    const { username, memberId, tokenHash } = await world.newStaffMember();
    await grant(tools, [`user=${username}`, 'role=moderator']);
    await tools.cache.remember(tokenHash, { memberId, role: 'member' });
    expect(await cachedSession(redis, tokenHash)).toBe(ASK_AUTH);
    await redis.del(sessionKey(tokenHash));
    await sessionOf(tokenHash);
    expect(await cachedSession(redis, tokenHash)).toBe(`${memberId}:moderator`);
  });
});

describe('the verified badge', () => {
  it('is granted and taken away, and told to posts with growing versions', async () => {
    const { username, memberId, version } = await world.newMember();
    await grant(tools, [`user=${username}`, 'verified=true']);
    // A repeated grant is no event.
    await grant(tools, [`user=${username}`, 'verified=true']);
    await grant(tools, [`user=${username}`, 'verified=false', 'role=']);
    const told = await eventsOf(memberId, 'event.auth.member-profile-changed');
    expect(told.slice(1)).toMatchObject([
      { profile: { username, isVerified: true, version: version + 1 } },
      { profile: { username, isVerified: false, version: version + 2 } },
    ]);
  });

  it('is of a name: it stays with a new picture and is lost with a new name, also with the way back', async () => {
    const { username, memberId } = await world.newMember();
    await grant(tools, [`user=${username}`, 'verified=true']);
    const { bus } = world.service;
    const image = new Uint8Array(Buffer.from('RIFF\0\0\0\0WEBP'));
    expect(await bus.call(changeAvatar, { memberId, image })).toMatchObject({ isVerified: true });
    const sameName = { memberId, username: username.toUpperCase() };
    expect(await bus.call(changeUsername, sameName)).toMatchObject({ isVerified: true });

    const name = world.newName();
    expect(await bus.call(changeUsername, { memberId, username: name })).toMatchObject({ isVerified: false });
    expect(await bus.call(getOwnProfile, { memberId })).toMatchObject({ isVerified: false });
    expect((await eventsOf(memberId, 'event.auth.member-profile-changed')).at(-1)).toMatchObject({
      profile: { username: name, isVerified: false },
    });
    expect(await bus.call(changeUsername, { memberId, username })).toMatchObject({ isVerified: false });
  });
});

describe('a suspension', () => {
  it('ends every session at once, and tells who knows the password and nobody else', async () => {
    const { username, memberId, tokenHash } = await world.newMember();
    const { tokenHash: second } = await signIn(username);
    await Promise.all([tokenHash, second].map(sessionOf));
    expect(await suspend(tools, [`user=${username}`])).toContain('2 sessions ended');

    expect(await Promise.all([tokenHash, second].map((hash) => cachedSession(redis, hash)))).toEqual([
      REVOKED,
      REVOKED,
    ]);
    expect(await sessionOf(tokenHash)).toEqual({ memberId: null, role: 'member' });
    await expect(signIn(username)).rejects.toMatchObject(suspended);
    await expect(signIn(username, 'wrong horse battery')).rejects.toMatchObject(wrong);
    expect((await world.service.bus.call(findProfile, { username })).profile).toBeNull();
    await expect(
      world.service.bus.call(changeUsername, { memberId, username: 'other' }),
    ).rejects.toMatchObject({ code: authErrors.MEMBER_NOT_FOUND.code });
    expect(await suspend(tools, [`user=${username}`])).toContain('already');
    expect(await eventsOf(memberId, 'event.auth.member-standing-changed')).toEqual([
      { memberId, isSuspended: true, version: 2 },
    ]);
  });

  it('is undone: the member signs in as before, with new sessions', async () => {
    const { username, memberId, tokenHash } = await world.newMember();
    expect(await reinstate(tools, [`user=${username}`])).toContain('not suspended');
    await suspend(tools, [`user=${username}`]);
    await reinstate(tools, [`user=${username}`]);
    expect(await sessionOf(tokenHash)).toMatchObject({ memberId: null });
    const again = await signIn(username);
    expect(await sessionOf(again.tokenHash)).toMatchObject({ memberId });
    expect(await eventsOf(memberId, 'event.auth.member-standing-changed')).toMatchObject([
      { isSuspended: true, version: 2 },
      { isSuspended: false, version: 3 },
    ]);
  });

  it('that races with sign-ins leaves no session that would come back with the reinstatement', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { username, memberId } = await world.newMember();
      const signingIn = Array.from({ length: 4 }, () => signIn(username).catch((error: unknown) => error));
      await new Promise((resolve) => setTimeout(resolve, 40 * round));
      await suspend(tools, [`user=${username}`]);
      await Promise.all(signingIn);
      const { rowCount } = await world.service.schema.owner.query(
        'SELECT FROM session WHERE member_id = $1',
        [memberId],
      );
      expect(rowCount).toBe(0);
    }
  });

  it('is marked in Redis as soon as that is there again, and holds meanwhile', async () => {
    const { username, tokenHash } = await world.newMember();
    await world.redis.kill();
    const done = suspend(tools, [`user=${username}`]);
    await eventually(async () => expect(await sessionOf(tokenHash)).toMatchObject({ memberId: null }));
    await world.redis.restart();
    await done;
    expect(await cachedSession(redis, tokenHash)).toBe(REVOKED);
  });
});

describe('an operator is told', () => {
  it.each([
    [[], 'Say whom: user=maya'],
    [['user='], 'Say whom: user=maya'],
    [['user=maya'], 'Say what to grant'],
    [['user=maya', 'role=king'], 'role is one of member, moderator, admin'],
    [['user=maya', 'verified=yes'], 'verified is true or false'],
    [['user=nobody_here', 'role=admin'], 'There is no member "nobody_here".'],
    [['user=maya', 'role=admin', 'rolle=admin'], 'rolle'],
  ])('what is wrong with %j', async (words, sentence) => {
    const failed = grant(tools, words);
    await expect(failed).rejects.toThrow(UserFacingError);
    await expect(failed).rejects.toThrow(sentence);
  });

  it('that a deleted account is none', async () => {
    const { username, memberId } = await world.newMember();
    await world.service.schema.owner.query(`UPDATE member SET status = 'deleted' WHERE id = $1`, [memberId]);
    await expect(suspend(tools, [`user=${username}`])).rejects.toThrow('There is no member');
    await expect(signIn(username)).rejects.toMatchObject(wrong);
  });
});
