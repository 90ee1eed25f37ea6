import {
  confirmEmailChange,
  getAddress,
  requestEmailChange,
  requestPasswordReset,
  resetPassword,
  undoEmailChange,
  verifyEmail,
} from '@likewell/contracts/auth/address-rpc';
import { authErrors } from '@likewell/contracts/auth/errors';
import { changePassword } from '@likewell/contracts/auth/passwords-rpc';
import { endSession, getSession } from '@likewell/contracts/auth/sessions-rpc';
import { endListedSession, endOtherSessions, listSessions } from '@likewell/contracts/auth/sessions-rpc';
import { removeSignInMethod } from '@likewell/contracts/auth/sign-in-methods-rpc';
import { AddressUnderTest } from './address-under-test.js';
import { insertSessions } from './auth-under-test.js';
import { PASSWORD } from './trail-under-test.js';
import { untilSoManyWait } from '@likewell/testing/until-so-many-wait';

const NEW = 'staple, quite another';

let world: AddressUnderTest;
beforeAll(async () => {
  world = await AddressUnderTest.start();
});
afterAll(() => world.stop());

const invalid = { code: authErrors.MAIL_LINK_INVALID.code };
const addressOf = (memberId: number) => world.bus.call(getAddress, { memberId });
const request = (memberId: number, email: string) => world.bus.call(requestEmailChange, { memberId, email });
const confirmAt = async (email: string) =>
  world.open(confirmEmailChange, await world.linkTo(email, 'confirm-email'));
const undoFrom = (email: string) => world.linkTo(email, 'undo-email');
const undo = async (email: string) => world.open(undoEmailChange, await undoFrom(email));
const isSession = async (tokenHash: string) =>
  (await world.bus.call(getSession, { tokenHash })).memberId !== null;

describe('a change of address', () => {
  it.each([
    ['the new end last', ['old', 'new']],
    ['the old end last', ['new', 'old']],
  ] as const)('takes effect when both ends have confirmed it, %s', async (_, order) => {
    const { memberId, email } = await world.joinVerified();
    const to = world.newEmail();
    await request(memberId, to.toUpperCase());
    expect(await addressOf(memberId)).toMatchObject({
      email,
      isVerified: true,
      pending: { email: to, waitsFor: ['new', 'old'] },
    });
    const ends = { old: email, new: to };
    expect(await confirmAt(ends[order[0]])).toEqual({ email: to, isDone: false });
    expect(await addressOf(memberId)).toMatchObject({ email, pending: { waitsFor: [order[1]] } });
    expect(await confirmAt(ends[order[1]])).toEqual({ email: to, isDone: true });
    expect(await addressOf(memberId)).toEqual({ email: to, isVerified: true, pending: null });
    expect((await world.mailsTo(email)).at(-1)).toBe('email-changed');
    expect(await world.kindsOf(memberId)).toEqual(
      expect.arrayContaining(['email-change-requested', 'email-changed']),
    );
  });

  it('of an address that was not verified needs the new end alone', async () => {
    const { memberId, email } = await world.join();
    const to = world.newEmail();
    await request(memberId, to);
    expect((await addressOf(memberId)).pending?.waitsFor).toEqual(['new']);
    expect(await confirmAt(to)).toEqual({ email: to, isDone: true });
    expect(await addressOf(memberId)).toMatchObject({ email: to, isVerified: true });
    expect(await world.mailsTo(email)).toEqual(['verify-email']);
    await expect(world.open(verifyEmail, await world.linkTo(email, 'verify-email'))).rejects.toMatchObject(
      invalid,
    );
  });

  it('adds one where there was none', async () => {
    const { memberId } = await world.joinWithWallet();
    const to = world.newEmail();
    await request(memberId, to);
    await confirmAt(to);
    expect(await addressOf(memberId)).toEqual({ email: to, isVerified: true, pending: null });
  });

  it('takes the new address from who has it unverified', async () => {
    const { memberId } = await world.join();
    const squatter = await world.join();
    await request(memberId, squatter.email);
    await confirmAt(squatter.email);
    expect(await addressOf(squatter.memberId)).toMatchObject({ email: null });
  });

  it('to what another has verified reads the same, and is told to that other alone', async () => {
    const [{ memberId, email }, other] = [await world.joinVerified(), await world.joinVerified()];
    expect(await request(memberId, other.email)).toEqual({});
    expect(await addressOf(memberId)).toMatchObject({ pending: { email: other.email } });
    expect((await world.mailsTo(other.email)).slice(1)).toEqual(['email-taken']);
    expect(await confirmAt(email)).toMatchObject({ isDone: false });
    expect(await addressOf(memberId)).toMatchObject({ email });
  });

  it('to what another verifies meanwhile is a conflict, and changes nothing', async () => {
    const { memberId, email } = await world.joinVerified();
    const other = await world.join();
    await request(memberId, other.email);
    await world.open(verifyEmail, await world.linkTo(other.email, 'verify-email'));
    await confirmAt(email);
    await expect(confirmAt(other.email)).rejects.toMatchObject({
      code: authErrors.EMAIL_VERIFIED_BY_ANOTHER.code,
    });
    expect(await addressOf(memberId)).toMatchObject({ email, isVerified: true });
    expect(await addressOf(other.memberId)).toMatchObject({ email: other.email, isVerified: true });
  });

  it('to an address whose mails strangers have used up is confirmed by a link that they caused', async () => {
    const to = world.newEmail();
    const strangers = [];
    for (let time = 0; time < 4; time += 1) strangers.push(await world.join());
    for (const { memberId } of strangers) await request(memberId, to);
    const owner = await world.join();
    await request(owner.memberId, to);
    expect(await world.mailsTo(to)).toHaveLength(4);
    for (const { memberId } of strangers) await request(memberId, world.newEmail());
    const link = await world.linkTo(to, 'confirm-email');
    expect(await world.open(confirmEmailChange, link, { memberId: owner.memberId })).toEqual({
      email: to,
      isDone: true,
    });
    expect(await addressOf(owner.memberId)).toMatchObject({ email: to, isVerified: true });
  });

  it('is confirmed by links that its member opens while signed in, and by those of others who do', async () => {
    const [{ memberId, email }, other] = [await world.joinVerified(), await world.join()];
    const to = world.newEmail();
    await request(memberId, to);
    await request(other.memberId, world.newEmail());
    const own = await world.linkTo(email, 'confirm-email');
    const news = await world.linkTo(to, 'confirm-email');
    await world.open(confirmEmailChange, own, { memberId });
    await world.open(confirmEmailChange, news, { memberId: other.memberId });
    expect(await addressOf(memberId)).toEqual({ email: to, isVerified: true, pending: null });
  });

  it('that is asked for anew makes both links of the one before worthless', async () => {
    const { memberId, email } = await world.joinVerified();
    const [first, second] = [world.newEmail(), world.newEmail()];
    await request(memberId, first);
    const links = [await world.linkTo(first, 'confirm-email'), await world.linkTo(email, 'confirm-email')];
    await request(memberId, second);
    for (const link of links)
      await expect(world.open(confirmEmailChange, link)).rejects.toMatchObject(invalid);
    await confirmAt(email);
    await confirmAt(second);
    expect(await addressOf(memberId)).toMatchObject({ email: second });
  });

  it('is confirmed by each link once, by none after a day, and by no link of another kind', async () => {
    const { memberId, email } = await world.joinVerified();
    const to = world.newEmail();
    await request(memberId, to);
    const link = await world.linkTo(to, 'confirm-email');
    for (const rpc of [verifyEmail, undoEmailChange])
      await expect(world.open(rpc, link)).rejects.toMatchObject(invalid);
    await world.open(confirmEmailChange, link);
    await expect(world.open(confirmEmailChange, link)).rejects.toMatchObject(invalid);
    await world.owner(`UPDATE email_change SET expires_at = now() WHERE member_id = ${memberId}`);
    await expect(confirmAt(email)).rejects.toMatchObject(invalid);
    expect(await addressOf(memberId)).toEqual({ email, isVerified: true, pending: null });
  });

  it('to the present address is rejected, and three an hour are enough', async () => {
    const { memberId, email } = await world.joinVerified();
    await expect(request(memberId, email.toUpperCase())).rejects.toMatchObject({
      code: authErrors.EMAIL_UNCHANGED.code,
    });
    for (let time = 0; time < 3; time += 1) await request(memberId, world.newEmail());
    await expect(request(memberId, world.newEmail())).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  });
});

describe('a change of address under way', () => {
  const join = () => world.join();
  const joinVerified = () => world.joinVerified();
  type Member = Awaited<ReturnType<typeof join>>;
  const verify = async ({ email }: Member) =>
    world.open(verifyEmail, await world.linkTo(email, 'verify-email'));
  const changeIt = ({ memberId }: Member) =>
    world.bus.call(changePassword, { memberId, oldPassword: PASSWORD, newPassword: NEW });
  const endListed = async ({ memberId, tokenHash }: Member) => {
    const { items } = await world.bus.call(listSessions, { memberId, tokenHash });
    return world.bus.call(endListedSession, { memberId, sessionId: items[0]?.id ?? 0 });
  };
  const endOthers = ({ memberId, tokenHash }: Member) =>
    world.bus.call(endOtherSessions, { memberId, tokenHash });
  const takeMethodOff = async ({ memberId, tokenHash }: Member) => {
    const methodId = await world.addGoogle(memberId);
    return world.bus.call(removeSignInMethod, { memberId, tokenHash, provider: 'google', methodId });
  };

  it.each([
    ['the password is changed', join, changeIt],
    ['the password of who has verified theirs is changed', joinVerified, changeIt],
    ['the password is reset', joinVerified, ({ email }: Member) => world.setPassword(email, NEW)],
    ['the old one is verified, which was not asked', join, verify],
    ['a way to sign in is taken off', join, takeMethodOff],
    ['a session is ended from the list', join, endListed],
    ['all other sessions are ended', join, endOthers],
  ])('ends when %s', async (_, begin, act) => {
    const member = await begin();
    const { memberId, email } = member;
    const to = world.newEmail();
    await request(memberId, to);
    await act(member);
    expect(await addressOf(memberId)).toMatchObject({ email, pending: null });
    await expect(confirmAt(to)).rejects.toMatchObject(invalid);
    // The links of the ended change stay void even if there is another change.
    const link = await world.linkTo(to, 'confirm-email');
    const [tokenHash] = await insertSessions(world.schema, memberId, 1);
    await world.bus.call(requestEmailChange, { memberId, tokenHash, email: to });
    await expect(world.open(confirmEmailChange, link)).rejects.toMatchObject(invalid);
  });

  it.each([
    ['the password that it began with', changeIt],
    ['a session of the list', endListed],
    ['all other sessions', endOthers],
  ])('ends with %s, also where both come at one moment', async (_, act) => {
    const member = await join();
    const to = world.newEmail();
    const other = await world.schema.owner.connect();
    await other.query('BEGIN');
    // A request writes to this table last.
    await other.query('LOCK TABLE security_event IN SHARE MODE');
    const asked = request(member.memberId, to);
    try {
      await untilSoManyWait(world.schema, 1);
      const done = act(member);
      await untilSoManyWait(world.schema, 2);
      await other.query('COMMIT');
      await Promise.all([asked, done]);
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
    await expect(confirmAt(to)).rejects.toMatchObject(invalid);
  });

  it('goes on when its member logs out, to open the link on another device', async () => {
    const { memberId, tokenHash } = await world.join();
    const to = world.newEmail();
    await request(memberId, to);
    await world.bus.call(endSession, { tokenHash });
    expect(await confirmAt(to)).toEqual({ email: to, isDone: true });
  });
});

describe('the way back', () => {
  it('gives the old address back within 7 days, and ends every session', async () => {
    const { memberId, email, tokenHash } = await world.joinVerified();
    const to = world.newEmail();
    await world.changeAddress(memberId, email, to);
    expect(await isSession(tokenHash)).toBe(true);
    const link = await undoFrom(email);
    expect(await world.open(undoEmailChange, link)).toEqual({ email });
    expect(await addressOf(memberId)).toEqual({ email, isVerified: true, pending: null });
    expect(await isSession(tokenHash)).toBe(false);
    expect(await world.kindsOf(memberId)).toContain('email-change-undone');
    await expect(world.open(undoEmailChange, link)).rejects.toMatchObject(invalid);
    await expect(world.logIn(to)).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' });
    await expect(world.logIn(email)).resolves.toBeTruthy();
  });

  it('is closed after 7 days', async () => {
    const { memberId, email } = await world.joinVerified();
    await world.changeAddress(memberId, email, world.newEmail());
    const { rows } = await world.owner(
      `UPDATE mail_link SET expires_at = now() WHERE member_id = ${memberId} AND purpose = 'undo-email-change'
       RETURNING extract(epoch FROM expires_at - created_at) AS age`,
    );
    expect(rows).toHaveLength(1);
    await expect(undo(email)).rejects.toMatchObject(invalid);
  });

  it('is open for 7 days, also after further changes, and then those have none', async () => {
    const { memberId, email } = await world.joinVerified();
    const [second, third] = [world.newEmail(), world.newEmail()];
    await world.changeAddress(memberId, email, second);
    await world.changeAddress(memberId, second, third);
    const { rows } = await world.owner(
      `SELECT extract(epoch FROM expires_at - created_at)::int AS seconds FROM mail_link
       WHERE member_id = ${memberId} AND purpose = 'undo-email-change'`,
    );
    expect(rows).toEqual([{ seconds: 604_800 }, { seconds: 604_800 }]);
    const later = await undoFrom(second);
    await undo(email);
    await expect(world.open(undoEmailChange, later)).rejects.toMatchObject(invalid);
    expect(await addressOf(memberId)).toMatchObject({ email, isVerified: true });
  });

  it('after a reset at the new address takes that password, and has the owner set another', async () => {
    const { memberId, email, username } = await world.joinVerified();
    const to = world.newEmail();
    await world.changeAddress(memberId, email, to);
    await world.setPassword(to, NEW);
    const pending = await world.askForReset(to);
    await world.logIn(username, NEW);
    await undo(email);
    await expect(world.open(resetPassword, pending, { newPassword: NEW })).rejects.toMatchObject(invalid);
    await expect(world.logIn(username, NEW)).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' });
    const link = await world.linkTo(email, 'reset-password');
    await world.open(resetPassword, link, { newPassword: 'the owner is back' });
    await expect(world.logIn(email, 'the owner is back')).resolves.toBeTruthy();
  });

  it('has the owner set another one, also where strangers have used up the links to a new password', async () => {
    const { memberId, email } = await world.joinVerified();
    for (let time = 0; time < 5; time += 1)
      await world.bus.call(requestPasswordReset, { emailOrUser: email });
    await world.resetsAreDone();
    const to = world.newEmail();
    await world.changeAddress(memberId, email, to);
    await world.setPassword(to, NEW);
    await undo(email);
    const link = await world.linkTo(email, 'reset-password');
    await world.open(resetPassword, link, { newPassword: 'the owner is back' });
  });

  it('has the owner set another one, also where a thief has used up the mails of the account', async () => {
    const { memberId, email, username } = await world.joinVerified();
    const to = world.newEmail();
    await world.changeAddress(memberId, email, to);
    await world.setPassword(to, NEW);
    const { tokenHash } = await world.logIn(username, NEW);
    for (let time = 0; time < 22; time += 1) {
      const methodId = await world.addGoogle(memberId);
      await world.bus.call(removeSignInMethod, { memberId, tokenHash, provider: 'google', methodId });
    }
    expect((await world.mailsTo(to)).length).toBeLessThan(22);
    await undo(email);
    const link = await world.linkTo(email, 'reset-password');
    await world.open(resetPassword, link, { newPassword: 'the owner is back' });
  });

  it('is mailed, also where a thief has used up the mails of the account before the change', async () => {
    const { memberId, email } = await world.joinVerified();
    const to = world.newEmail();
    await request(memberId, to);
    // The count that the mail with the way back would have if a member's doings counted for it.
    const { rowCount } = await world.owner(
      `UPDATE use_count SET current = 20, key = 'mail:member:email-changed:member:3600000:${memberId}'
       WHERE key = 'mail:member:confirm-old-email:member:3600000:${memberId}'`,
    );
    expect(rowCount).toBe(1);
    await confirmAt(email);
    await confirmAt(to);
    expect(await undo(email)).toEqual({ email });
  });

  it('leaves a password alone that is older than the change', async () => {
    const { memberId, email } = await world.joinVerified();
    await world.bus.call(changePassword, { memberId, oldPassword: PASSWORD, newPassword: NEW });
    await world.logIn(email, NEW);
    await world.changeAddress(memberId, email, world.newEmail());
    await undo(email);
    await expect(world.logIn(email, NEW)).resolves.toBeTruthy();
    expect(await world.mailsTo(email)).not.toContain('reset-password');
  });

  it('voids a further change that is under way', async () => {
    const { memberId, email } = await world.joinVerified();
    const [second, third] = [world.newEmail(), world.newEmail()];
    await world.changeAddress(memberId, email, second);
    await request(memberId, third);
    await undo(email);
    await expect(confirmAt(third)).rejects.toMatchObject(invalid);
    await expect(confirmAt(second)).rejects.toMatchObject(invalid);
    expect(await addressOf(memberId)).toEqual({ email, isVerified: true, pending: null });
  });
});

it('a reset that was asked for before a change of address is worth nothing after it', async () => {
  const { memberId, email } = await world.joinVerified();
  const pending = await world.askForReset(email);
  await world.changeAddress(memberId, email, world.newEmail());
  await expect(world.open(resetPassword, pending, { newPassword: NEW })).rejects.toMatchObject(invalid);
  await world.bus.call(requestPasswordReset, { emailOrUser: email });
});
