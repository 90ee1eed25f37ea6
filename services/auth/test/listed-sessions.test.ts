import { authErrors } from '@likewell/contracts/auth/errors';
import { getSession } from '@likewell/contracts/auth/sessions-rpc';
import { endListedSession, endOtherSessions, listSessions } from '@likewell/contracts/auth/sessions-rpc';
import { REVOKED } from '@likewell/contracts/auth/session-cache';
import { Redis } from 'ioredis';
import { TestWallet } from '@likewell/testing/test-wallet';
import { cachedSession } from './auth-under-test.js';
import { TrailUnderTest } from './trail-under-test.js';
import { verifyAddress } from './verified-address.js';

const HERE = { network: '192.0.2.1', device: 'firefox on linux' };
const THERE = { network: '198.51.100.7', device: 'safari on ios' };

let trail: TrailUnderTest;
let redis: Redis;

beforeAll(async () => {
  trail = await TrailUnderTest.start();
  redis = new Redis(trail.redisUrl);
});
afterAll(async () => {
  redis.disconnect();
  await trail.stop();
});

const list = ({ memberId, tokenHash }: { memberId: number; tokenHash: string }) =>
  trail.bus.call(listSessions, { memberId, tokenHash, origin: HERE }).then(({ items }) => items);
const memberOf = async (tokenHash: string) => (await trail.bus.call(getSession, { tokenHash })).memberId;

/** Registers a member who is signed in on two devices. */
async function twoDevices() {
  const here = await trail.join(HERE);
  const { tokenHash: there } = await trail.logIn(here.username, THERE);
  return { ...here, there };
}

describe('the list of sessions', () => {
  it('tells of each how, with what and when it began, and whether here; this one comes first', async () => {
    const member = await twoDevices();
    const times = { createdAt: expect.any(String), lastUsedAt: expect.any(String), id: expect.any(Number) };
    expect(await list(member)).toEqual([
      { ...times, device: 'firefox on linux', method: 'password', isThis: true, isThisNetwork: true },
      { ...times, device: 'safari on ios', method: 'password', isThis: false, isThisNetwork: false },
    ]);
  });

  it('holds what a version before began, and none that has run out', async () => {
    const member = await twoDevices();
    const old = 'ab'.repeat(32);
    await trail.schema.owner.query(
      `INSERT INTO session (token_hash, member_id) VALUES (decode($1, 'hex'), $2)`,
      [old, member.memberId],
    );
    await trail.schema.owner.query(
      `UPDATE session SET last_used_at = now() - interval '31 days' WHERE token_hash = decode($1, 'hex')`,
      [member.there],
    );
    expect(await list(member)).toMatchObject([
      { isThis: true },
      { device: null, method: null, isThis: false, isThisNetwork: null },
    ]);
  });

  it('is there for members of a wallet and of Google too', async () => {
    const wallet = await trail.signInWithWallet(new TestWallet(), HERE);
    expect(await list({ ...wallet.member, tokenHash: wallet.tokenHash })).toMatchObject([
      { method: 'wallet' },
    ]);
    const mary = { name: 'Mary', email: 'mary@gmail.example' };
    const google = await trail.signInWithGoogle(mary, HERE);
    expect(await list({ ...google.member, tokenHash: google.tokenHash })).toMatchObject([
      { method: 'google' },
    ]);
  });

  it('keeps no address of where somebody is', async () => {
    const { memberId } = await twoDevices();
    const { rows } = await trail.schema.owner.query(
      'SELECT s::text AS text FROM session s WHERE member_id = $1',
      [memberId],
    );
    expect(rows).toHaveLength(2);
    for (const { text } of rows as { text: string }[]) expect(text).not.toMatch(/192\.0\.2|198\.51/);
  });
});

describe('a session of the list', () => {
  it('that its member ends is over, in the cache too, and the trail tells it', async () => {
    const member = await twoDevices();
    expect(await memberOf(member.there)).toBe(member.memberId);
    const [, other] = await list(member);
    await trail.bus.call(endListedSession, {
      ...{ memberId: member.memberId, sessionId: other?.id ?? 0, origin: HERE },
    });
    expect(await memberOf(member.there)).toBeNull();
    expect(await cachedSession(redis, member.there)).toBe(REVOKED);
    expect(await memberOf(member.tokenHash)).toBe(member.memberId);
    expect((await trail.linesOf(member.memberId)).at(-1)).toMatchObject({
      kind: 'session-ended',
      detail: 'ended-by-member',
    });
  });

  it('of another member is none', async () => {
    const [one, other] = [await twoDevices(), await twoDevices()];
    const [, theirs] = await list(other);
    const ending = { memberId: one.memberId, sessionId: theirs?.id ?? 0 };
    await expect(trail.bus.call(endListedSession, ending)).rejects.toMatchObject({
      ...authErrors.SESSION_NOT_FOUND,
    });
    expect(await memberOf(other.there)).toBe(other.memberId);
  });

  it('is ended once, however many end it at once', async () => {
    const member = await twoDevices();
    const [, other] = await list(member);
    const ending = { memberId: member.memberId, sessionId: other?.id ?? 0 };
    const ends = await Promise.allSettled(
      Array.from({ length: 5 }, () => trail.bus.call(endListedSession, ending)),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const lines = await trail.linesOf(member.memberId);
    expect(lines.filter(({ kind }) => kind === 'session-ended')).toHaveLength(1);
  });
});

it('a sign-in with another kind of browser is told by mail, and one with the same is not', async () => {
  const member = await trail.join(HERE);
  await verifyAddress(trail.schema.owner, member.memberId);
  await trail.logIn(member.username, THERE);
  await trail.logIn(member.username, THERE);
  const { rows } = await trail.schema.owner.query(
    `SELECT template, recipient, data->>'device' AS device FROM mail
     WHERE member_id = $1 AND template <> 'verify-email'`,
    [member.memberId],
  );
  expect(rows).toEqual([{ template: 'new-device', recipient: member.email, device: 'Safari on iOS' }]);
});

it('ending all others leaves this one, and other members’', async () => {
  const [member, neighbour] = [await twoDevices(), await twoDevices()];
  const another = await trail.logIn(member.username, THERE);
  const { memberId, tokenHash } = member;
  expect(await trail.bus.call(endOtherSessions, { memberId, tokenHash, origin: HERE })).toEqual({ ended: 2 });
  expect(await Promise.all([tokenHash, member.there, another.tokenHash].map(memberOf))).toEqual([
    memberId,
    null,
    null,
  ]);
  expect(await memberOf(neighbour.there)).toBe(neighbour.memberId);
  expect(await trail.bus.call(endOtherSessions, { memberId, tokenHash, origin: HERE })).toEqual({ ended: 0 });
  const ended = (await trail.linesOf(memberId)).filter(({ kind }) => kind === 'session-ended');
  expect(ended).toMatchObject([{ detail: 'ended-by-member', count: 2 }]);
});
