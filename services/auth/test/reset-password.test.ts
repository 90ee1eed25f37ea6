import { requestPasswordReset, resetPassword, verifyEmail } from '@likewell/contracts/auth/address-rpc';
import { authErrors } from '@likewell/contracts/auth/errors';
import { getKeys, removePasskey } from '@likewell/contracts/auth/keys-rpc';
import { changePassword } from '@likewell/contracts/auth/passwords-rpc';
import { getSession } from '@likewell/contracts/auth/sessions-rpc';
import { endOtherSessions } from '@likewell/contracts/auth/sessions-rpc';
import { removeSignInMethod } from '@likewell/contracts/auth/sign-in-methods-rpc';
import { giveSecondFactor } from '@likewell/testing/give-second-factor';
import { TestWallet } from '@likewell/testing/test-wallet';
import { AddressUnderTest, type OpenedLink } from './address-under-test.js';
import { hashesDuring } from './auth-under-test.js';
import { PASSWORD } from './trail-under-test.js';

const NEW = 'staple, quite another';

let world: AddressUnderTest;
beforeAll(async () => {
  world = await AddressUnderTest.start();
});
afterAll(() => world.stop());

const invalid = { code: authErrors.MAIL_LINK_INVALID.code };
const isSession = async (tokenHash: string) =>
  (await world.bus.call(getSession, { tokenHash })).memberId !== null;
const request = (emailOrUser: string) => world.bus.call(requestPasswordReset, { emailOrUser });
const resetsTo = async (email: string) =>
  (await world.mailsTo(email)).filter((about) => about === 'reset-password').length;

describe('a forgotten password', () => {
  it.each(['username', 'email'] as const)('asked for by %s is set by the link, once', async (by) => {
    const member = await world.joinVerified();
    const link = await world.askForReset(member[by].toUpperCase(), member.email);
    expect(await world.open(resetPassword, link, { newPassword: NEW })).toEqual({});
    await expect(world.logIn(member.username, PASSWORD)).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' });
    await expect(world.logIn(member.email, NEW)).resolves.toBeTruthy();
    await expect(world.open(resetPassword, link, { newPassword: `${NEW}!` })).rejects.toMatchObject(invalid);
    expect((await world.mailsTo(member.email)).slice(-2)).toEqual(['reset-password', 'password-was-reset']);
  });

  it('ends every session, and begins none', async () => {
    const { memberId, email, tokenHash } = await world.joinVerified();
    await world.logIn(email);
    expect(await isSession(tokenHash)).toBe(true);
    const link = await world.askForReset(email);
    await world.open(resetPassword, link, { newPassword: NEW });
    expect(await isSession(tokenHash)).toBe(false);
    const { rows } = await world.owner(`SELECT FROM session WHERE member_id = ${memberId}`);
    expect(rows).toHaveLength(0);
    expect((await world.kindsOf(memberId)).slice(-3)).toEqual([
      'password-reset-requested',
      'password-reset',
      'session-ended',
    ]);
  });

  it('asked for twice in a row is set by the newer link alone', async () => {
    const { email } = await world.joinVerified();
    const first = await world.askForReset(email);
    const second = await world.askForReset(email);
    await expect(world.open(resetPassword, first, { newPassword: NEW })).rejects.toMatchObject(invalid);
    await world.open(resetPassword, second, { newPassword: NEW });
    await expect(world.logIn(email, NEW)).resolves.toBeTruthy();
  });

  it('set by one link many times at once is set once', async () => {
    const { email } = await world.joinVerified();
    const link = await world.askForReset(email);
    const wanted = [`${NEW} 1`, `${NEW} 2`, `${NEW} 3`];
    const results = await Promise.allSettled(
      wanted.map((newPassword) => world.open(resetPassword, link, { newPassword })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('has a link for 30 minutes', async () => {
    const { memberId, email } = await world.joinVerified();
    const link = await world.askForReset(email);
    const about = `member_id = ${memberId} AND purpose = 'reset-password'`;
    const { rows } = await world.owner(
      `SELECT extract(epoch FROM expires_at - created_at)::int AS seconds FROM mail_link WHERE ${about}`,
    );
    expect(rows).toEqual([{ seconds: 1800 }]);
    await world.owner(`UPDATE mail_link SET expires_at = now() WHERE ${about}`);
    await expect(world.open(resetPassword, link, { newPassword: NEW })).rejects.toMatchObject(invalid);
  });

  it('of who came with Google or a wallet is their first one', async () => {
    const nia = await world.signInWithGoogle({ name: 'Nia', email: 'nia@gmail.example' });
    await world.open(resetPassword, await world.askForReset('nia@gmail.example'), { newPassword: NEW });
    expect((await world.logIn('nia@gmail.example', NEW)).member.memberId).toBe(nia.member.memberId);

    const wallet = new TestWallet();
    const owner = await world.joinWithWallet(wallet);
    const email = await world.addAddress(owner.memberId);
    await world.open(resetPassword, await world.askForReset(owner.username, email), { newPassword: NEW });
    expect(await isSession(owner.tokenHash)).toBe(false);
    expect((await world.logIn(email, NEW)).member.memberId).toBe(owner.memberId);
    expect((await world.joinWithWallet(wallet)).memberId).toBe(owner.memberId);
  });

  it('lets its owner in at once, whatever was guessed before', async () => {
    const { email } = await world.joinVerified();
    for (let time = 0; time < 4; time += 1)
      await world.logIn(email, 'a guess', '192.0.2.70').catch(() => undefined);
    await expect(world.logIn(email, PASSWORD, '192.0.2.70')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    const link = await world.askForReset(email);
    await world.open(resetPassword, link, { newPassword: NEW, origin: { network: '192.0.2.70' } });
    await expect(world.logIn(email, NEW, '192.0.2.70')).resolves.toBeTruthy();
  });
});

describe('a link to a new password that is tried with easy ones', () => {
  /** A password that takes very long to judge. */
  const EASY = 'p4ssw0rd'.repeat(8);
  const tooEasy = { code: authErrors.PASSWORD_TOO_EASY.code };
  const wait = { code: 'RATE_LIMITED', details: { retryAfterSeconds: expect.any(Number) as number } };
  /** Tries a link once from each of seven networks, and returns the errors. */
  const trySeven = async (link: OpenedLink) => {
    const errors: unknown[] = [];
    for (let network = 1; network <= 7; network += 1) {
      const form = { newPassword: EASY, origin: { network: `203.0.113.${network}` } };
      errors.push(await world.open(resetPassword, link, form).catch((error: unknown) => error));
    }
    return errors;
  };

  it('takes five in 15 minutes, from everywhere together, and a good one after them', async () => {
    const { email } = await world.joinVerified();
    const link = await world.askForReset(email);
    expect(await trySeven(link)).toMatchObject([...Array<object>(5).fill(tooEasy), wait, wait]);
    await expect(world.open(resetPassword, link, { newPassword: NEW })).rejects.toMatchObject(wait);
    await world.owner(
      `UPDATE use_count SET window_number = window_number - 2 WHERE key LIKE 'new-password:link:%'`,
    );
    await world.open(resetPassword, link, { newPassword: NEW });
    await expect(world.logIn(email, NEW)).resolves.toBeTruthy();
  });

  it('uses up no tries of the next one', async () => {
    const { email } = await world.joinVerified();
    await trySeven(await world.askForReset(email));
    const next = await world.askForReset(email);
    await world.open(resetPassword, next, { newPassword: NEW });
    await expect(world.logIn(email, NEW)).resolves.toBeTruthy();
  });

  it('holds no lock while they are judged, and has none hashed', async () => {
    const { memberId, email } = await world.joinVerified();
    const link = await world.askForReset(email);
    const blocker = await world.schema.owner.connect();
    await blocker.query(`BEGIN; SELECT FROM member WHERE id = ${memberId} FOR UPDATE`);
    try {
      const tried = () =>
        expect(world.open(resetPassword, link, { newPassword: EASY })).rejects.toMatchObject(tooEasy);
      expect(await hashesDuring(tried)).toBe(0);
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
  });

  it('is counted nowhere once another one has replaced it', async () => {
    const { email } = await world.joinVerified();
    const link = await world.askForReset(email);
    await world.askForReset(email);
    const counted = async () => (await world.owner('SELECT FROM use_count')).rowCount;
    const before = await counted();
    expect(await trySeven(link)).toMatchObject(Array<object>(7).fill(invalid));
    expect(await counted()).toBe(before);
  });
});

type Member = Awaited<ReturnType<AddressUnderTest['joinVerified']>>;

describe('a link to a new password ends with', () => {
  it.each<[string, (member: Member) => Promise<unknown>]>([
    [
      'a new password that was set otherwise',
      ({ memberId }) =>
        world.bus.call(changePassword, { memberId, oldPassword: PASSWORD, newPassword: `${NEW} one` }),
    ],
    [
      'all other sessions',
      ({ memberId, tokenHash }) => world.bus.call(endOtherSessions, { memberId, tokenHash }),
    ],
    [
      'a way to sign in that is taken off',
      async ({ memberId, tokenHash }) => {
        const methodId = await world.addGoogle(memberId);
        await world.bus.call(removeSignInMethod, { memberId, tokenHash, provider: 'google', methodId });
      },
    ],
    [
      'a second factor that is taken off',
      async ({ memberId, tokenHash }) => {
        await giveSecondFactor(world.schema.owner, memberId);
        const { passkeys } = await world.bus.call(getKeys, { memberId });
        await world.bus.call(removePasskey, { memberId, tokenHash, passkeyId: passkeys[0]?.id ?? 0 });
      },
    ],
  ])('%s', async (_, end) => {
    const member = await world.joinVerified();
    const link = await world.askForReset(member.email);
    await world.owner(
      `UPDATE mail_link SET created_at = created_at - interval '11 minutes' WHERE member_id = ${member.memberId}`,
    );
    await end(member);
    await expect(world.open(resetPassword, link, { newPassword: NEW })).rejects.toMatchObject(invalid);
    await world.open(resetPassword, await world.askForReset(member.email), { newPassword: NEW });
  });
});

it('a link to a new password that was just sent is its owner’s, whatever somebody else does in the account', async () => {
  const { memberId, email } = await world.joinVerified();
  const link = await world.askForReset(email);
  const another = `${NEW} one`;
  await world.bus.call(changePassword, { memberId, oldPassword: PASSWORD, newPassword: another });
  const { tokenHash } = await world.logIn(email, another);
  await world.bus.call(endOtherSessions, { memberId, tokenHash });
  await world.open(resetPassword, link, { newPassword: NEW });
});

describe('nothing is sent', () => {
  it('to an address that nobody has verified', async () => {
    const { email, username } = await world.join();
    await request(email);
    await request(username);
    await world.resetsAreDone();
    expect(await resetsTo(email)).toBe(0);
  });

  it('to a member who is suspended, nor can one set a password', async () => {
    const { memberId, email } = await world.joinVerified();
    const link = await world.askForReset(email);
    await world.owner(`UPDATE member SET status = 'suspended' WHERE id = ${memberId}`);
    await expect(world.open(resetPassword, link, { newPassword: NEW })).rejects.toMatchObject(invalid);
    await request(email);
    await world.resetsAreDone();
    expect(await resetsTo(email)).toBe(1);
  });

  it('to one address without end', async () => {
    const { email } = await world.joinVerified();
    for (let time = 0; time < 12; time += 1) await request(email);
    await world.resetsAreDone();
    expect(await resetsTo(email)).toBe(4);
  });
});

it('strangers’ requests do not use up those from where the owner has signed in', async () => {
  const { email } = await world.join(undefined, PASSWORD, '192.0.2.80');
  await world.open(verifyEmail, await world.linkTo(email, 'verify-email'));
  const requestFrom = (network: string) =>
    world.bus.call(requestPasswordReset, { emailOrUser: email, origin: { network } });
  for (let place = 0; place < 12; place += 1) await requestFrom(`198.51.100.${place}`);
  await world.resetsAreDone();
  expect(await resetsTo(email)).toBe(4);
  for (let time = 0; time < 12; time += 1) await requestFrom('192.0.2.80');
  await world.resetsAreDone();
  expect(await resetsTo(email)).toBe(8);
});

it('a thief of the password who has signed in elsewhere uses them up for an hour, not for a day', async () => {
  const [home, elsewhere] = ['192.0.2.81', '198.51.100.81'];
  const { email } = await world.join(undefined, PASSWORD, home);
  await world.open(verifyEmail, await world.linkTo(email, 'verify-email'));
  await world.logIn(email, PASSWORD, elsewhere);
  const requestFrom = (network: string) =>
    world.bus.call(requestPasswordReset, { emailOrUser: email, origin: { network } });
  for (let hour = 1; hour <= 3; hour += 1) {
    for (let time = 0; time < 6; time += 1) await requestFrom(elsewhere);
    await world.resetsAreDone();
    expect(await resetsTo(email)).toBe(4 * hour);
    await world.owner(
      `UPDATE use_count SET window_number = window_number - 2 WHERE key LIKE 'mail:%:3600000:%'`,
    );
  }
  await requestFrom(home);
  await world.resetsAreDone();
  expect(await resetsTo(email)).toBe(13);
});

describe('strangers who use up the mails of a day', () => {
  const secondsLeft = async (memberId: number) => {
    const { rows } = await world.owner(
      `SELECT extract(epoch FROM expires_at - now())::int AS seconds FROM mail_link
       WHERE member_id = ${memberId} AND purpose = 'reset-password'`,
    );
    return rows[0]?.seconds;
  };
  const runOut = (memberId: number) =>
    world.owner(`UPDATE mail_link SET expires_at = now() WHERE member_id = ${memberId}`);
  const requestOften = async (email: string) => {
    for (let time = 0; time < 6; time += 1) await request(email);
    await world.resetsAreDone();
  };
  const kindsTo = async (email: string) =>
    (await world.mailsTo(email)).filter((about) => about.endsWith('reset-password'));
  /** Returns a verified member to whom strangers have had ten mails sent, of which no link is valid any more. */
  const usedUp = async () => {
    const member = await world.joinVerified();
    for (let hour = 0; hour < 3; hour += 1) {
      await requestOften(member.email);
      await world.owner(
        `UPDATE use_count SET window_number = window_number - 2 WHERE key LIKE 'mail:anybody:reset-password:%:3600000:%'`,
      );
    }
    expect(await resetsTo(member.email)).toBe(10);
    await runOut(member.memberId);
    return member;
  };

  it('leave their owner one more, whose link sets a password for a day', async () => {
    const { memberId, email } = await usedUp();
    await requestOften(email);
    expect((await kindsTo(email)).slice(10)).toEqual(['last-reset-password']);
    expect(await secondsLeft(memberId)).toBeCloseTo(86_400, -2);
    await requestOften(email);
    expect(await kindsTo(email)).toHaveLength(11);
    const link = await world.linkTo(email, 'reset-password');
    await world.open(resetPassword, link, { newPassword: NEW });
    await expect(world.logIn(email, NEW)).resolves.toBeTruthy();
  });

  it('void it by no request: what replaces it is valid for as long', async () => {
    const { memberId, email } = await usedUp();
    await requestOften(email);
    await world.owner(`DELETE FROM use_count WHERE key LIKE 'mail:anybody:reset-password:%'`);
    await requestOften(email);
    expect((await kindsTo(email)).slice(10, 12)).toEqual(['last-reset-password', 'reset-password']);
    expect(await secondsLeft(memberId)).toBeCloseTo(86_400, -2);
  });

  it('have another sent where a thief of the password has voided it', async () => {
    const { memberId, email } = await usedUp();
    await requestOften(email);
    await world.owner(
      `UPDATE mail_link SET created_at = created_at - interval '11 minutes' WHERE member_id = ${memberId}`,
    );
    await world.bus.call(changePassword, { memberId, oldPassword: PASSWORD, newPassword: NEW });
    expect(await secondsLeft(memberId)).toBeUndefined();
    await requestOften(email);
    await world.open(resetPassword, await world.linkTo(email, 'reset-password'), { newPassword: `${NEW}!` });
  });
});

describe('asking', () => {
  it('is answered alike for everybody and nobody, and nothing of it is kept', async () => {
    const { email, username } = await world.joinVerified();
    for (const name of [email, username, 'nobody@example.org', 'nobody', '1', `x`.repeat(254)])
      expect(await request(name)).toEqual({});
    await world.resetsAreDone();
  });

  it('is answered without a look at who has the address', async () => {
    const { email } = await world.joinVerified();
    const blocker = await world.schema.owner.connect();
    await blocker.query('BEGIN; LOCK TABLE member');
    try {
      expect(await request(email)).toEqual({});
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
    await world.resetsAreDone();
    expect(await resetsTo(email)).toBe(1);
  });
});

it('registering costs one hash with a known address as with an unknown one', async () => {
  const { email } = await world.joinVerified();
  const known = () => expect(world.join(email)).rejects.toMatchObject({ code: authErrors.EMAIL_TAKEN.code });
  expect(await hashesDuring(known)).toBe(1);
  expect(await hashesDuring(() => world.join(`${world.newName()}@unknown.example`))).toBe(1);
});

it('a link to verify resets nothing, and one to reset verifies nothing', async () => {
  const [one, other] = [await world.join(), await world.joinVerified()];
  const verifies = await world.linkTo(one.email, 'verify-email');
  await expect(world.open(resetPassword, verifies, { newPassword: NEW })).rejects.toMatchObject(invalid);
  await expect(world.open(verifyEmail, await world.askForReset(other.email))).rejects.toMatchObject(invalid);
});
