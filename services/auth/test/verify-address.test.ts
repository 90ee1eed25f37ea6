import {
  confirmEmailChange,
  getAddress,
  requestEmailChange,
  sendVerification,
  verifyEmail,
} from '@likewell/contracts/auth/address-rpc';
import { authErrors } from '@likewell/contracts/auth/errors';
import { getOwnProfile } from '@likewell/contracts/auth/profile-rpc';
import { logIn, registerMember } from '@likewell/contracts/auth/sign-in-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { awayFromMidnight } from '@likewell/testing/away-from-midnight';
import { PasswordHasher } from '../src/passwords/password-hasher.js';
import { MAX_HOLDERS } from '../src/passwords/passwords.queries.js';
import { AddressUnderTest } from './address-under-test.js';
import { hashesDuring } from './auth-under-test.js';
import { deleteAllDue } from './deletions-under-test.js';
import { PASSWORD } from './trail-under-test.js';

const DAY_MS = 86_400_000;

let world: AddressUnderTest;
beforeAll(async () => {
  world = await AddressUnderTest.start();
});
afterAll(() => world.stop());

const addressOf = (memberId: number) => world.bus.call(getAddress, { memberId });
const verify = async (email: string) => world.open(verifyEmail, await world.linkTo(email, 'verify-email'));
const invalid = { code: authErrors.MAIL_LINK_INVALID.code };

describe('an address', () => {
  it('is sent a link at sign-up that verifies it once, and signs nobody in', async () => {
    const { memberId, email, username } = await world.join();
    expect(await addressOf(memberId)).toEqual({ email, isVerified: false, pending: null });
    const link = await world.linkTo(email, 'verify-email');
    expect(link.url.origin).toBe('https://likewell.test');
    expect(link.url.search).toBe('');
    const sessions = await world.countOf('session');
    expect(await world.open(verifyEmail, link)).toEqual({ email, username });
    expect(await addressOf(memberId)).toEqual({ email, isVerified: true, pending: null });
    expect(await world.countOf('session')).toBe(sessions);
    await expect(world.open(verifyEmail, link)).rejects.toMatchObject(invalid);
    expect(await world.kindsOf(memberId)).toContain('email-verified');
  });

  it('that somebody else has unverified is free to sign up with, and gives way to whoever verifies it', async () => {
    const first = await world.join();
    const second = await world.join(first.email);
    expect(second.email).toBe(first.email);
    const late = await world.linkTo(first.email, 'verify-email', 0);
    await verify(first.email);
    expect(await addressOf(second.memberId)).toMatchObject({ email: first.email, isVerified: true });
    expect(await addressOf(first.memberId)).toMatchObject({ email: null, isVerified: false });
    await expect(world.open(verifyEmail, late)).rejects.toMatchObject({
      code: authErrors.EMAIL_VERIFIED_BY_ANOTHER.code,
    });
    const { member } = await world.bus.call(logIn, { emailOrUser: first.username, password: PASSWORD });
    expect(member.email).toBeNull();
  });

  it('that is verified is taken: 409, and its owner is told once a day', async () => {
    const { email } = await world.joinVerified();
    for (let time = 0; time < 3; time += 1)
      await expect(world.join(email.toUpperCase())).rejects.toMatchObject({
        code: authErrors.EMAIL_TAKEN.code,
      });
    expect(await world.mailsTo(email)).toEqual(['verify-email', 'email-taken']);
  });

  it('that is verified, tried from a network, counts as a registration from there', async () => {
    const { email } = await world.joinVerified();
    const from = {
      network: '192.0.2.40',
      registrations: [{ network: '192.0.2.40', points: 2, windowMs: 3_600_000 }],
    };
    const attempt = async (address: string) => {
      const form = { username: world.newName(), email: address, password: PASSWORD, referralCode: null };
      return world.bus.call(registerMember, { ...form, origin: from }).then(
        () => 'ok',
        (error: unknown) => (error as { code: string }).code,
      );
    };
    const tries = [
      await attempt(email),
      await attempt(email),
      await attempt(email),
      await attempt('free@example.org'),
    ];
    expect(tries).toEqual(['EMAIL_TAKEN', 'EMAIL_TAKEN', 'RATE_LIMITED', 'RATE_LIMITED']);
  });

  it('verified by all who have it at once is one member’s', async () => {
    const { email, ...first } = await world.join();
    const others = [await world.join(email), await world.join(email), await world.join(email)];
    const links = await Promise.all([0, 1, 2, 3].map((place) => world.linkTo(email, 'verify-email', place)));
    const results = await Promise.allSettled(links.map((link) => world.open(verifyEmail, link)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const kept = await Promise.all([first, ...others].map(({ memberId }) => addressOf(memberId)));
    expect(kept.filter((each) => each.email === email && each.isVerified)).toHaveLength(1);
    expect(kept.filter((each) => each.email === null)).toHaveLength(3);
  });

  it('of a Google account is verified from the start, and taken from who had it unverified', async () => {
    const squatter = await world.join('nia@gmail.example');
    const { member } = await world.signInWithGoogle({ name: 'Nia', email: 'Nia@gmail.example' });
    expect(await addressOf(member.memberId)).toEqual({
      email: 'nia@gmail.example',
      isVerified: true,
      pending: null,
    });
    expect(await addressOf(squatter.memberId)).toMatchObject({ email: null });
  });

  it('reserves no name at all for a wallet: it has none', async () => {
    const { memberId } = await world.joinWithWallet();
    expect(await addressOf(memberId)).toEqual({ email: null, isVerified: false, pending: null });
    await expect(world.bus.call(sendVerification, { memberId })).rejects.toMatchObject({
      code: authErrors.EMAIL_MISSING.code,
    });
  });
});

describe('a link that verifies', () => {
  it('is sent again on request, and only the newest works', async () => {
    const { memberId, email } = await world.join();
    const old = await world.linkTo(email, 'verify-email');
    await world.bus.call(sendVerification, { memberId });
    await expect(world.open(verifyEmail, old)).rejects.toMatchObject(invalid);
    await verify(email);
    await expect(world.bus.call(sendVerification, { memberId })).rejects.toMatchObject({
      code: authErrors.EMAIL_VERIFIED_ALREADY.code,
    });
  });

  it('counts for the network that requests it again, whereas a registration counts by itself', async () => {
    const origin = { network: '192.0.2.41', registrations: [] };
    const register = async () => {
      const username = world.newName();
      const form = { username, email: `${username}@example.org`, password: PASSWORD, referralCode: null };
      const { member } = await world.bus.call(registerMember, { ...form, origin });
      return { memberId: member.memberId, mails: () => world.mailsTo(form.email) };
    };
    const [first, second] = [await register(), await register()];
    await world.bus.call(sendVerification, { memberId: first.memberId, origin });
    await world.owner(
      `UPDATE use_count SET current = 30 WHERE key LIKE 'mail:anybody:verify-email:network:3600000:%'`,
    );
    await expect(
      world.bus.call(sendVerification, { memberId: second.memberId, origin }),
    ).rejects.toMatchObject({ code: commonErrors.RATE_LIMITED.code });
    const third = await register();
    const counts = (await Promise.all([first, second, third].map((each) => each.mails()))).map(
      (mails) => mails.length,
    );
    expect(counts).toEqual([2, 1, 1]);
    // A rejected request is none of the member's three an hour.
    for (let time = 0; time < 3; time += 1)
      await world.bus.call(sendVerification, { memberId: second.memberId });
    expect(await second.mails()).toHaveLength(4);
  });

  it('is sent three times an hour at the most', async () => {
    const { memberId } = await world.join();
    for (let time = 0; time < 3; time += 1) await world.bus.call(sendVerification, { memberId });
    await expect(world.bus.call(sendVerification, { memberId })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      details: { retryAfterSeconds: expect.any(Number) },
    });
  });

  it('is sent no more once the mails of a day are used up, and the member is told how long to wait', async () => {
    await awayFromMidnight(60_000);
    const { memberId } = await world.join();
    await world.owner(
      `UPDATE use_count SET current = 20 WHERE key = 'mail:anybody:verify-email:member:${DAY_MS}:${memberId}'`,
    );
    const secondsLeft = (DAY_MS - (Date.now() % DAY_MS)) / 1000;
    await expect(world.bus.call(sendVerification, { memberId })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      // At most 50 seconds off.
      details: { retryAfterSeconds: expect.closeTo(secondsLeft, -2) },
    });
  });

  it.each([
    ['after 24 hours', `expires_at = now()`],
    ['for another purpose', `purpose = 'reset-password'`],
    ['once the member has another address', `email = 'other@example.org'`],
  ])('works no longer %s', async (_, assignment) => {
    const { memberId, email } = await world.join();
    await world.owner(`UPDATE mail_link SET ${assignment} WHERE member_id = ${memberId}`);
    await expect(verify(email)).rejects.toMatchObject(invalid);
    expect(await addressOf(memberId)).toMatchObject({ isVerified: false });
  });

  it('runs out after 24 hours, and nothing from which it could be made is kept', async () => {
    const { memberId, email } = await world.join();
    const { url } = await world.linkTo(email, 'verify-email');
    const { rows } = await world.owner(
      `SELECT to_jsonb(l)::text AS text, extract(epoch FROM expires_at - created_at)::int AS seconds
       FROM mail_link l WHERE member_id = ${memberId}`,
    );
    expect(rows[0]?.seconds).toBe(86_400);
    const token = url.hash.slice(1);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(rows[0]?.text).not.toContain(token);
    expect(rows[0]?.text).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  it('works for the owner of an address whose mails strangers have used up, whatever those do then', async () => {
    const email = `${world.newName()}@example.org`;
    const strangers = [];
    for (let time = 0; time < 4; time += 1) strangers.push(await world.join(email));
    const owner = await world.join(email);
    await expect(world.bus.call(sendVerification, { memberId: owner.memberId })).rejects.toMatchObject({
      code: commonErrors.RATE_LIMITED.code,
    });
    for (const { memberId, username } of strangers) {
      const own = `${username}@example.net`;
      await world.bus.call(requestEmailChange, { memberId, email: own });
      await world.open(confirmEmailChange, await world.linkTo(own, 'confirm-email'));
    }
    const link = await world.linkTo(email, 'verify-email');
    expect(await world.open(verifyEmail, link, { memberId: owner.memberId })).toEqual({
      email,
      username: owner.username,
    });
    expect(await addressOf(owner.memberId)).toMatchObject({ email, isVerified: true });
    expect(await world.kindsOf(owner.memberId)).toContain('email-verified');
  });

  it('works for the owner of an address whose mails a stranger has used up who is deleted then', async () => {
    const email = `${world.newName()}@example.org`;
    const stranger = await world.join(email);
    const again = { memberId: stranger.memberId };
    for (let time = 0; time < 3; time += 1) await world.bus.call(sendVerification, again);
    const link = await world.linkTo(email, 'verify-email');
    await world.owner(
      `UPDATE member SET deletion_at = now(), keeps_posts = true WHERE id = ${stranger.memberId}`,
    );
    await deleteAllDue({ service: world.service, redis: { url: world.redisUrl } });
    const owner = await world.join(email);
    await expect(world.bus.call(sendVerification, { memberId: owner.memberId })).rejects.toMatchObject({
      code: commonErrors.RATE_LIMITED.code,
    });
    await expect(world.open(verifyEmail, link)).rejects.toMatchObject(invalid);
    expect(await world.open(verifyEmail, link, { memberId: owner.memberId })).toEqual({
      email,
      username: owner.username,
    });
    expect(await addressOf(owner.memberId)).toMatchObject({ email, isVerified: true });
  });

  it('works for whom it was sent to, whoever else opens it', async () => {
    const [{ memberId, email, username }, other] = [await world.join(), await world.join()];
    const link = await world.linkTo(email, 'verify-email');
    const opened = await world.open(verifyEmail, link, { memberId: other.memberId });
    expect(opened).toEqual({ email, username });
    expect(await addressOf(memberId)).toMatchObject({ email, isVerified: true });
    expect(await addressOf(other.memberId)).toMatchObject({ email: other.email, isVerified: false });
  });

  it('guessed is invalid', async () => {
    for (const tokenHash of ['0'.repeat(64), 'f'.repeat(64)])
      await expect(world.bus.call(verifyEmail, { tokenHash })).rejects.toMatchObject(invalid);
  });
});

it('a member’s profile tells an address whether it is verified or not', async () => {
  const { memberId, email } = await world.join();
  expect(await world.bus.call(getOwnProfile, { memberId })).toMatchObject({ email });
});

describe('logging in by an address that several have unverified', () => {
  const as = (emailOrUser: string, password: string, network?: string) =>
    world.logIn(emailOrUser, password, network);

  it('opens the account whose password it is, of the three oldest', async () => {
    const first = await world.join(undefined, 'password of the first');
    const holders = [first];
    for (const password of ['password of the second', 'password of the third', 'password of the fourth'])
      holders.push(await world.join(first.email, password));
    const passwords = ['first', 'second', 'third'].map((each) => `password of the ${each}`);
    for (const [place, password] of passwords.entries()) {
      const { member } = await as(first.email, password);
      expect(member.memberId).toBe(holders[place]?.memberId);
    }
    const fourth = 'password of the fourth';
    await expect(as(first.email, fourth)).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' });
    await expect(as(String(holders[3]?.username), fourth)).resolves.toBeTruthy();
  });

  it('is the verified holder’s alone', async () => {
    const owner = await world.join(undefined, 'password of the owner');
    await verify(owner.email);
    const late = await world.join();
    await world.owner(`UPDATE member SET email = '${owner.email}' WHERE id = ${late.memberId}`);
    await expect(as(owner.email, PASSWORD)).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' });
    expect((await as(owner.email, 'password of the owner')).member.memberId).toBe(owner.memberId);
  });

  it('keeps nobody out of where they have signed in, whatever others guess at the address', async () => {
    const owner = await world.join(undefined, 'password of the owner', '192.0.2.60');
    const taker = await world.join(owner.email);
    for (let time = 0; time < 12; time += 1)
      await as(taker.username, 'a guess', `198.51.100.${time}`).catch(() => undefined);
    await expect(as(owner.email, 'password of the owner', '198.51.100.80')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    const { member } = await as(owner.email, 'password of the owner', '192.0.2.60');
    expect(member.memberId).toBe(owner.memberId);
  });

  it('counts a wrong password at each, and a right one at none', async () => {
    const owner = await world.join(undefined, 'password of the owner');
    await world.join(owner.email);
    for (let time = 0; time < 9; time += 1) await as(owner.email, 'password of the owner', '192.0.2.61');
    const codes: string[] = [];
    for (const name of [owner.email, owner.email, owner.username, owner.email])
      codes.push(
        await as(name, 'wrong', '192.0.2.61').then(
          () => 'ok',
          (error: unknown) => (error as { code: string }).code,
        ),
      );
    expect(codes).toEqual(['WRONG_CREDENTIALS', 'WRONG_CREDENTIALS', 'WRONG_CREDENTIALS', 'RATE_LIMITED']);
  });

  it('counts a password at those of whom it is not, also where it is another one’s', async () => {
    const owner = await world.join(undefined, 'password of the owner');
    const taker = await world.join(owner.email);
    for (let time = 0; time < 9; time += 1) {
      const { member } = await as(owner.email, PASSWORD, '192.0.2.62');
      expect(member.memberId).toBe(taker.memberId);
    }
    await expect(as(owner.username, 'a guess', '192.0.2.62')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    const { member } = await as(owner.email, 'password of the owner', '192.0.2.63');
    expect(member.memberId).toBe(owner.memberId);
  });

  it('counts a password at those of whom it is not, also where there is no turn to check the others', async () => {
    const owner = await world.join(undefined, 'password of the owner');
    const taker = await world.join(owner.email);
    const verify = vi.spyOn(PasswordHasher.prototype, 'verify');
    try {
      for (let time = 0; time < 3; time += 1) {
        verify.mockResolvedValueOnce(false).mockRejectedValueOnce(new AppError(commonErrors.OVERLOADED));
        await expect(as(owner.email, 'a guess', '192.0.2.64')).rejects.toMatchObject({ code: 'OVERLOADED' });
      }
    } finally {
      verify.mockRestore();
    }
    await expect(as(owner.username, 'a guess', '192.0.2.64')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await expect(as(taker.username, 'a guess', '192.0.2.64')).rejects.toMatchObject({
      code: 'WRONG_CREDENTIALS',
    });
  });

  it('costs a wrong password the same for nobody, for one, and for two who have it', async () => {
    const [one, two] = [await world.join(), await world.join()];
    await world.join(two.email);
    for (const address of ['nobody@example.org', one.email, two.email]) {
      const wrong = () =>
        expect(as(address, 'a wrong password')).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' });
      expect(await hashesDuring(wrong), address).toBe(MAX_HOLDERS);
    }
  });

  it('costs the right password the same for one, and for two who have it', async () => {
    const [one, two] = [await world.join(), await world.join(undefined, 'password of the first')];
    await world.join(two.email);
    const costOf = (address: string, password: string) => hashesDuring(() => as(address, password));
    expect(await costOf(one.email, PASSWORD)).toBe(MAX_HOLDERS);
    for (const password of ['password of the first', PASSWORD])
      expect(await costOf(two.email, password), password).toBe(MAX_HOLDERS);
    await verify(one.email);
    for (const name of [one.email, two.username]) {
      const password = name === one.email ? PASSWORD : 'password of the first';
      expect(await costOf(name, password), name).toBe(1);
    }
  });

  it('lists a failure by it for nobody, however many have it, until one has verified it', async () => {
    const failuresOf = async ({ memberId }: { memberId: number }) =>
      (await world.kindsOf(memberId)).filter((kind) => kind === 'sign-in-failed').length;
    const fail = (name: string) =>
      expect(as(name, 'a wrong password')).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' });
    const first = await world.join();
    await fail(first.email);
    const second = await world.join(first.email);
    await fail(first.email);
    expect([await failuresOf(first), await failuresOf(second)]).toEqual([0, 0]);
    await fail(first.username);
    await verify(first.email);
    await fail(first.email);
    expect([await failuresOf(first), await failuresOf(second)]).toEqual([1, 1]);
  });
});
