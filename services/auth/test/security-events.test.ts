import { giveSecondFactor } from '@likewell/testing/give-second-factor';
import { changePassword } from '@likewell/contracts/auth/passwords-rpc';
import { changeUsername } from '@likewell/contracts/auth/profile-rpc';
import { endSession } from '@likewell/contracts/auth/sessions-rpc';
import { newContext, runInContext } from '@likewell/service-kit/telemetry/request-context';
import { TestWallet } from '@likewell/testing/test-wallet';
import { grant, reinstate, suspend } from '../src/cli/member-commands.js';
import { GENEROUS } from './start-auth.js';
import { PASSWORD, TrailUnderTest, type TrailLine } from './trail-under-test.js';

const HOME = { network: '192.0.2.1', device: 'firefox on linux' };
const PHONE = { network: '192.0.2.1', device: 'safari on ios' };
const NEW_PASSWORD = 'staple, quite another';

let trail: TrailUnderTest;
beforeAll(async () => {
  trail = await TrailUnderTest.start();
});
afterAll(() => trail.stop());

/** Describes each event in one to three words. */
const said = (lines: readonly TrailLine[]) =>
  lines.map(({ kind, detail, method }) => [kind, detail, method].filter((word) => word).join(' '));

const since = async (memberId: number | null, count: number) => (await trail.linesOf(memberId)).slice(count);

describe('a sign-in is recorded', () => {
  it('with a password: the first one, the next, and that the browser is a new one', async () => {
    const { memberId, username } = await trail.join(HOME);
    await trail.logIn(username, HOME);
    await trail.logIn(username, PHONE);
    await trail.logIn(username, PHONE);
    const lines = await trail.linesOf(memberId);
    expect(said(lines)).toEqual([
      'registered password',
      'signed-in password',
      'signed-in password',
      'new-device password',
      'signed-in password',
    ]);
    for (const line of lines) expect(line).toMatchObject({ done_by: 'member', count: 1 });
    const devices = lines.map(({ device }) => device);
    expect(new Set(devices).size).toBe(2);
    expect(devices[3]).toBe(devices[2]);
  });

  it('with a wallet and with Google', async () => {
    const wallet = new TestWallet();
    const { member: owner } = await trail.signInWithWallet(wallet, HOME);
    await trail.signInWithWallet(wallet, PHONE);
    const person = { name: 'Ola', email: 'ola@gmail.example' };
    const { member: googler } = await trail.signInWithGoogle(person, HOME);
    await trail.signInWithGoogle(person, HOME);
    expect(said(await trail.linesOf(owner.memberId))).toEqual([
      'registered wallet',
      'signed-in wallet',
      'new-device wallet',
    ]);
    expect(said(await trail.linesOf(googler.memberId))).toEqual(['registered google', 'signed-in google']);
  });

  it('with where it came from, by what if that is known, and with the request that it was', async () => {
    const context = newContext({ requestId: 'the-request-in-the-logs' });
    const { memberId, username } = await trail.join(HOME);
    await runInContext(context, () => trail.logIn(username, { network: '192.0.2.3' }));
    const [registered, signedIn, ...more] = await trail.linesOf(memberId);
    expect(registered).toEqual({
      kind: 'registered',
      method: 'password',
      network: expect.stringMatching(/^[0-9a-f]{32}$/),
      device: expect.stringMatching(/^[0-9a-f]{32}$/),
      count: 1,
      done_by: 'member',
      request_id: expect.any(String),
    });
    expect(signedIn).toMatchObject({
      request_id: context.requestId,
      network: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(signedIn).not.toHaveProperty('device');
    expect(more).toEqual([]);
  });

  it('no sooner than it is true: one that comes to nothing leaves nothing', async () => {
    const { username } = await trail.join();
    const { rows } = await trail.schema.owner.query<{ count: number }>(
      'SELECT count(*)::int FROM security_event',
    );
    await expect(trail.join(HOME, username, 'other@example.org')).rejects.toMatchObject({
      code: 'USERNAME_TAKEN',
    });
    const after = await trail.schema.owner.query('SELECT count(*)::int FROM security_event');
    expect(after.rows).toEqual(rows);
  });
});

describe('a sign-in that failed is recorded', () => {
  it('at the account whose password was wrong, and as nobody’s where there is no such account', async () => {
    const { memberId, username } = await trail.join(HOME);
    const before = (await trail.linesOf(null)).length;
    await expect(trail.logIn(username, PHONE, 'a guess')).rejects.toMatchObject({
      code: 'WRONG_CREDENTIALS',
    });
    await expect(trail.logIn('nobody_here', PHONE)).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' });
    const failed = {
      kind: 'sign-in-failed',
      detail: 'wrong-credentials',
      method: 'password',
      done_by: 'visitor',
      count: 1,
    };
    const [, mine] = await trail.linesOf(memberId);
    expect(mine).toMatchObject({ ...failed, device: expect.any(String) });
    const [nobodys] = await since(null, before);
    expect(nobodys).toMatchObject(failed);
    expect(nobodys?.network).toBe(mine?.network);
    // Without a member, the hash would be the same for everybody with such a browser.
    expect(nobodys).not.toHaveProperty('device');
    // A failed attempt does not make the browser known.
    await trail.logIn(username, PHONE);
    expect(said(await since(memberId, 2))).toEqual(['signed-in password', 'new-device password']);
  });

  it('of a wallet that proved nothing, though its owner is a member, and of a response that is not Google’s', async () => {
    const [wallet, person] = [new TestWallet(), { name: 'Pia', email: 'pia@gmail.example' }];
    const { member } = await trail.signInWithWallet(wallet, HOME);
    const elsewhere = { network: '192.0.2.44' };
    const before = (await trail.linesOf(null)).length;
    await expect(trail.signInWithoutProof(wallet, elsewhere)).rejects.toMatchObject({
      code: 'WALLET_NOT_PROVEN',
    });
    await expect(trail.signInElsewhere(person, elsewhere)).rejects.toMatchObject({
      code: 'GOOGLE_ATTEMPT_INVALID',
    });
    const lines = await since(null, before);
    expect(said(lines)).toEqual(['sign-in-failed not-proven wallet', 'sign-in-failed not-proven google']);
    expect(await trail.linesOf(member.memberId)).toHaveLength(1);
  });

  it('of somebody who is suspended, however they prove who they are, and of a replayed message', async () => {
    const wallet = new TestWallet();
    const { member } = await trail.signInWithWallet(wallet, HOME);
    const statement = wallet.sign(`Login to Likewell ${new Date().toISOString()}`);
    await trail.present(statement, HOME);
    await expect(trail.present(statement, HOME)).rejects.toMatchObject({ code: 'WALLET_NOT_PROVEN' });
    const { memberId, username } = await trail.join(HOME);
    for (const name of [member.username, username]) await suspend(trail.tools, [`user=${name}`]);
    const rejected = { code: 'ACCOUNT_SUSPENDED' };
    await expect(trail.signInWithWallet(wallet, PHONE)).rejects.toMatchObject(rejected);
    await expect(trail.logIn(username, HOME)).rejects.toMatchObject(rejected);
    expect(said(await trail.linesOf(member.memberId)).slice(2)).toEqual([
      'sign-in-failed not-proven wallet',
      'suspended',
      'session-ended suspended',
      // The second failure of that account and network within the hour.
      'sign-in-failed account-suspended wallet',
    ]);
    expect(said(await trail.linesOf(memberId)).at(-1)).toBe('sign-in-failed account-suspended password');
  });

  it('but not one that was put off, or that its own maker gave up', async () => {
    const before = (await trail.linesOf(null)).length;
    await expect(trail.signInWithGoogle(null, HOME)).rejects.toMatchObject({ code: 'GOOGLE_CANCELLED' });
    expect(await since(null, before)).toEqual([]);
  });
});

describe('a password', () => {
  it('that was changed is recorded with the sessions that ended by it, and one that was not, too', async () => {
    const { memberId, username } = await trail.join(HOME);
    await trail.logIn(username, HOME);
    const from = { ...PHONE, ...GENEROUS };
    const change = { memberId, oldPassword: PASSWORD, newPassword: NEW_PASSWORD, origin: from };
    await expect(trail.bus.call(changePassword, { ...change, oldPassword: 'a guess' })).rejects.toMatchObject(
      { code: 'WRONG_PASSWORD' },
    );
    await trail.bus.call(changePassword, change);
    const lines = await since(memberId, 2);
    expect(lines).toMatchObject([
      { kind: 'password-change-failed', detail: 'wrong-credentials', done_by: 'member', count: 1 },
      { kind: 'password-changed', done_by: 'member', count: 1 },
      { kind: 'session-ended', detail: 'password-changed', done_by: 'member', count: 2 },
    ]);
    for (const { network, device } of lines) expect([network, device]).not.toContain(undefined);
  });
});

describe('the end of a session', () => {
  it('is recorded for who logs out, once', async () => {
    const { memberId, tokenHash } = await trail.join(HOME);
    await trail.bus.call(endSession, { tokenHash, origin: HOME });
    await trail.bus.call(endSession, { tokenHash, origin: HOME });
    const [registered, ended, ...more] = await trail.linesOf(memberId);
    expect(ended).toMatchObject({ kind: 'session-ended', detail: 'logged-out', done_by: 'member', count: 1 });
    expect(ended?.device).toBe(registered?.device);
    expect(more).toEqual([]);
  });

  it('is recorded for those that ran out, and is nobody’s doing', async () => {
    const { memberId, username } = await trail.join(HOME);
    await trail.logIn(username, HOME);
    await trail.logIn(username, HOME);
    await trail.schema.owner.query(
      `UPDATE session SET last_used_at = now() - interval '31 days'
       WHERE token_hash IN (SELECT token_hash FROM session WHERE member_id = $1 LIMIT 2)`,
      [memberId],
    );
    await trail.tools.sessions.endExpired();
    expect(await since(memberId, 3)).toEqual([
      { kind: 'session-ended', detail: 'expired', done_by: 'system', count: 2 },
    ]);
  });
});

it('the badge that is lost with a name is recorded, once', async () => {
  const { memberId, username } = await trail.join();
  await grant(trail.tools, [`user=${username}`, 'verified=true']);
  for (const name of [trail.newName(), trail.newName()])
    await trail.bus.call(changeUsername, { memberId, username: name });
  expect(await since(memberId, 2)).toMatchObject([
    { kind: 'verification-changed', detail: 'withdrawn', done_by: 'member', count: 1 },
  ]);
});

describe('what an operator does is recorded with who and why', () => {
  it('a role and the badge, each time that they change', async () => {
    const { memberId, username } = await trail.join();
    await giveSecondFactor(trail.schema.owner, memberId);
    const user = `user=${username}`;
    const by = ['by=anna', 'why=Reads  well'];
    await grant(trail.tools, [user, 'role=moderator', 'verified=true', ...by]);
    await grant(trail.tools, [user, 'role=moderator', 'verified=true', ...by]);
    await grant(trail.tools, [user, 'role=member']);
    await grant(trail.tools, [user, 'verified=false']);
    const anna = { done_by: 'operator', operator: 'anna', reason: 'Reads  well', count: 1 };
    const tester = { done_by: 'operator', operator: 'tester', count: 1 };
    expect(await since(memberId, 1)).toEqual([
      { kind: 'verification-changed', detail: 'granted', ...anna },
      { kind: 'role-changed', detail: 'moderator', ...anna },
      { kind: 'role-changed', detail: 'member', ...tester },
      { kind: 'verification-changed', detail: 'withdrawn', ...tester },
    ]);
  });

  it('a suspension with the sessions that it ended, and its end', async () => {
    const { memberId, username } = await trail.join();
    await trail.logIn(username);
    const words = [`user=${username}`, 'by=boris', 'why=Sold fake tokens'];
    await suspend(trail.tools, words);
    await suspend(trail.tools, words);
    await reinstate(trail.tools, [`user=${username}`, 'by=anna']);
    await reinstate(trail.tools, [`user=${username}`, 'by=anna']);
    const boris = { done_by: 'operator', operator: 'boris', reason: 'Sold fake tokens' };
    expect(await since(memberId, 2)).toEqual([
      { kind: 'suspended', count: 1, ...boris },
      { kind: 'session-ended', detail: 'suspended', count: 2, ...boris },
      { kind: 'reinstated', count: 1, done_by: 'operator', operator: 'anna' },
    ]);
  });
});
