import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  finishPasskeySignIn,
} from '@likewell/contracts/auth/keys-rpc';
import { beginWalletSignIn, finishWalletSignIn, logIn } from '@likewell/contracts/auth/sign-in-rpc';
import { changePassword } from '@likewell/contracts/auth/passwords-rpc';
import { getSession } from '@likewell/contracts/auth/sessions-rpc';
import { REVOKED, sessionKey } from '@likewell/contracts/auth/session-cache';
import { TestWallet } from '@likewell/testing/test-wallet';
import { Redis } from 'ioredis';
import { AuthUnderTest, cachedSession, PASSWORD } from './auth-under-test.js';
import { HOST } from './google-under-test.js';
import { finish, logInBy, newCodes, newTotpMember, sha256 } from './keys-under-test.js';
import { SoftwareAuthenticator } from './software-authenticator.js';

let world: AuthUnderTest;
let redis: Redis;

beforeAll(async () => {
  // With short timeouts, a late mark of a change would be written again, over a newer one.
  world = await AuthUnderTest.start({ SITE_ORIGINS: `https://${HOST}`, TIMEOUTS: 'laptop' });
  redis = new Redis(world.redis.url);
});
afterAll(async () => {
  redis.disconnect();
  await world.stop();
});

const bus = () => world.service.bus;
const memberOf = async (tokenHash: string) => (await bus().call(getSession, { tokenHash })).memberId;

/** A member with a session, and a way to begin another one. */
interface SignedIn {
  readonly memberId: number;
  readonly tokenHash: string;
  readonly signInAgain: () => Promise<unknown>;
}

async function byPassword() {
  const member = await world.newMember();
  const signInAgain = () => bus().begin(logIn, { emailOrUser: member.username, password: PASSWORD });
  return { ...member, signInAgain };
}

async function byWallet(): Promise<SignedIn> {
  const wallet = new TestWallet();
  const signInAgain = async () => {
    const { message } = await bus().call(beginWalletSignIn, { host: HOST });
    return bus().begin(finishWalletSignIn, { ...wallet.sign(message), referralCode: null });
  };
  const { member, tokenHash } = await signInAgain();
  return { memberId: member.memberId, tokenHash, signInAgain };
}

async function bySecondFactor(): Promise<SignedIn> {
  const { recoveryCodes, ...member } = await newTotpMember(world);
  const signInAgain = async () => {
    const { hash } = await logInBy(world, member.username);
    return finish(world, hash, { way: 'recovery-code', codeHash: sha256(recoveryCodes[0] ?? '') });
  };
  return { ...member, signInAgain };
}

async function byPasskey(): Promise<SignedIn> {
  const member = await world.newMember();
  const { memberId } = member;
  const key = new SoftwareAuthenticator(`https://${HOST}`, HOST);
  const { options } = await bus().call(beginPasskey, { memberId });
  const added = { memberId, name: 'laptop', recoveryHashes: newCodes().hashes };
  await bus().call(addPasskey, { ...added, response: key.create(options) });
  const signInAgain = async () => {
    const asked = await bus().call(beginPasskeySignIn, { ticketHash: null });
    return bus().call(finishPasskeySignIn, { response: key.get(asked.options) });
  };
  return { ...member, signInAgain };
}

/** Gives a member 200 sessions, of which the one with this token was used longest ago and is in the cache. */
async function fillUp({ memberId, tokenHash }: SignedIn): Promise<void> {
  // A change of the member's factors has marked it.
  await redis.del(sessionKey(tokenHash));
  expect(await memberOf(tokenHash)).toBe(memberId);
  await world.insertSessions(memberId, 199);
  await world.service.schema.owner.query(
    `UPDATE session SET last_used_at = now() - interval '2 days' WHERE token_hash = decode($1, 'hex')`,
    [tokenHash],
  );
  expect(await cachedSession(redis, tokenHash)).toBe(String(memberId));
}

describe('a session beyond the 200 of a member', () => {
  it.each([
    ['a password', byPassword],
    ['a wallet', byWallet],
    ['a second factor', bySecondFactor],
    ['a passkey', byPasskey],
  ])('is over in the cache, too, when one begins with %s', async (_, begin) => {
    const member = await begin();
    await fillUp(member);
    await member.signInAgain();
    expect(await cachedSession(redis, member.tokenHash)).toBe(REVOKED);
    expect(await memberOf(member.tokenHash)).toBeNull();
  });

  it('is one of a thousand that end at once', async () => {
    const member = await byPassword();
    const sessions = async () =>
      (await world.service.schema.owner.query('SELECT FROM session WHERE member_id = $1', [member.memberId]))
        .rowCount;
    await fillUp(member);
    await world.insertSessions(member.memberId, 1500);
    await member.signInAgain();
    expect(await sessions()).toBe(701);
    // The first to end is the one that was used longest ago.
    expect(await memberOf(member.tokenHash)).toBeNull();
    await member.signInAgain();
    expect(await sessions()).toBe(200);
  });

  it('is never the one that has just begun, also after a clock was set back', async () => {
    const member = await byPassword();
    await world.insertSessions(member.memberId, 199);
    await world.service.schema.owner.query(
      `UPDATE session SET last_used_at = now() + interval '1 minute' WHERE member_id = $1`,
      [member.memberId],
    );
    const { tokenHash } = await member.signInAgain();
    expect(await memberOf(tokenHash)).toBe(member.memberId);
  });

  it('outlives no new password, though its row was gone before', async () => {
    const member = await byPassword();
    await fillUp(member);
    await member.signInAgain();
    const change = { oldPassword: PASSWORD, newPassword: 'staple, quite another' };
    await bus().call(changePassword, { memberId: member.memberId, ...change });
    expect(await cachedSession(redis, member.tokenHash)).toBe(REVOKED);
  });
});
