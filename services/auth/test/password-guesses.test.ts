import type { LogInOrigin } from '@likewell/contracts/auth/origin';
import { logIn, registerMember } from '@likewell/contracts/auth/sign-in-rpc';
import { confirmIdentity } from '@likewell/contracts/auth/confirmation-rpc';
import { z } from 'zod';
import { AuthUnderTest, PASSWORD } from './auth-under-test.js';
import { newHash } from './start-auth.js';

const [MINUTE, HOUR] = [60_000, 3_600_000];
const WRONG = 'WRONG_CREDENTIALS';
const WAIT = 'RATE_LIMITED';

let auth: AuthUnderTest;
beforeAll(async () => {
  auth = await AuthUnderTest.start();
});
afterAll(() => auth.stop());

const from = (network: string, guesses = 3, strangers = 100): LogInOrigin => ({
  network,
  guesses: { points: guesses, windowMs: MINUTE },
  strangers: { points: strangers, windowMs: HOUR },
});

/** Returns the result of an attempt: `ok` for a session, or the code of the rejection. */
const attempt = (emailOrUser: string, password: string, origin: LogInOrigin) =>
  auth.service.bus.call(logIn, { emailOrUser, password, origin }).then(
    () => 'ok',
    (error: unknown) => (error as { code: string }).code,
  );

/** Makes this number of wrong attempts, one after the other. */
async function guess(times: number, name: string, origin: LogInOrigin): Promise<string[]> {
  const codes: string[] = [];
  for (let index = 0; index < times; index += 1) codes.push(await attempt(name, `wrong ${index}`, origin));
  return codes;
}

/** Registers a member, who has signed in from this network if one is given. */
async function newMember(network?: string) {
  const username = auth.newName();
  const form = { username, email: `${username}@example.org`, password: PASSWORD, referralCode: null };
  const origin = network === undefined ? undefined : { network, registrations: [] };
  const { member } = await auth.service.bus.call(registerMember, { ...form, origin });
  return { ...form, memberId: member.memberId };
}

const age = (network: string, ms: number) =>
  auth.service.schema.owner.query(
    `UPDATE wrong_password SET guessed_at = guessed_at - make_interval(secs => $1) WHERE account = $2`,
    [ms / 1000, network],
  );

describe('wrong passwords', () => {
  it('cannot be tried without telling where from, since nothing would count them', async () => {
    const { memberId, username: emailOrUser } = await newMember();
    const [password, tokenHash] = ['a guess', newHash()];
    const confirming = { memberId, tokenHash, proof: { way: 'password', password } };
    const attempts = [
      [logIn, { emailOrUser, password, sessionHash: tokenHash }],
      [confirmIdentity, confirming],
    ] as const;
    for (const [contract, form] of attempts)
      await expect(auth.service.bus.client.call({ ...contract, input: z.any() }, form)).rejects.toMatchObject(
        { code: 'INVALID_INPUT' },
      );
  });

  it('of strangers at many networks do not lock the owner out of where they have signed in', async () => {
    const owner = await newMember('192.0.2.1');
    const codes: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      codes.push(await attempt(owner.username, 'a guess', from(`198.51.100.${index}`, 3, 8)));
    }
    expect(codes).toEqual([...Array<string>(8).fill(WRONG), ...Array<string>(4).fill(WAIT)]);
    expect(await attempt(owner.username, PASSWORD, from('198.51.100.99', 3, 8))).toBe(WAIT);
    expect(await attempt(owner.username, PASSWORD, from('192.0.2.1', 3, 8))).toBe('ok');
    expect(await attempt(owner.email, PASSWORD, from('192.0.2.1', 3, 8))).toBe('ok');
  });

  it('through username and e-mail are counted together, however they are spelled', async () => {
    const { username, email } = await newMember();
    const names = [username, email.toUpperCase(), username.toUpperCase(), email];
    const codes: string[] = [];
    for (const name of names) codes.push(await attempt(name, 'a guess', from('192.0.2.2')));
    expect(codes).toEqual([WRONG, WRONG, WRONG, WAIT]);
    expect(await attempt(email, PASSWORD, from('192.0.2.3'))).toBe('ok');
  });

  it('of a name that nobody has are answered alike, from each network and from all', async () => {
    const { username } = await newMember();
    for (const name of [username, 'nobody_at_all', 'nobody@example.org']) {
      expect(await guess(5, name, from('192.0.2.4', 3, 5))).toEqual([WRONG, WRONG, WRONG, WAIT, WAIT]);
      expect(await guess(3, name, from('192.0.2.5', 3, 5))).toEqual([WRONG, WRONG, WAIT]);
    }
  });

  it('make each further one wait twice as long, until the right one', async () => {
    const { username, memberId } = await newMember();
    const origin = from('192.0.2.6');
    const account = `member:${memberId}`;
    await guess(3, username, origin);
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      const rejection = await auth.service.bus
        .call(logIn, { emailOrUser: username, password: PASSWORD, origin })
        .catch((error: unknown) => error);
      const { retryAfterSeconds } = (rejection as { details: { retryAfterSeconds: number } }).details;
      expect(retryAfterSeconds).toBeGreaterThan(60 * minutes - 30);
      expect(retryAfterSeconds).toBeLessThanOrEqual(60 * minutes);
      await age(account, minutes * MINUTE);
      expect(await attempt(username, 'again wrong', origin)).toBe(WRONG);
    }
    await age(account, HOUR);
    expect(await attempt(username, PASSWORD, origin)).toBe('ok');
    expect(await guess(3, username, origin)).toEqual([WRONG, WRONG, WRONG]);
  });

  it('are forgotten after a day', async () => {
    const { username, memberId } = await newMember();
    await guess(2, username, from('192.0.2.7'));
    await age(`member:${memberId}`, 25 * HOUR);
    expect(await guess(4, username, from('192.0.2.7'))).toEqual([WRONG, WRONG, WRONG, WAIT]);
  });

  it('sent all at once are no more than one after the other', async () => {
    const { username } = await newMember();
    const codes = await Promise.all(
      Array.from({ length: 10 }, (_, index) => attempt(username, `wrong ${index}`, from('192.0.2.8'))),
    );
    expect(codes.filter((code) => code === WRONG)).toHaveLength(3);
  });

  it('are all that is counted: the right one never is', async () => {
    const { username } = await newMember();
    for (let index = 0; index < 8; index += 1) {
      expect(await attempt(username, PASSWORD, from(`192.0.2.${20 + index}`, 1, 2))).toBe('ok');
    }
  });

  it('keep nothing from which an address or a name could be read', async () => {
    await guess(1, 'secret_name', from('192.0.2.9'));
    const { rows } = await auth.service.schema.owner.query<Record<string, string>>(
      'SELECT account, network FROM wrong_password UNION ALL SELECT member_id::text, network FROM known_network',
    );
    const text = JSON.stringify(rows);
    expect(rows.length).toBeGreaterThan(0);
    for (const secret of ['192.0.2', 'secret_name']) expect(text).not.toContain(secret);
  });
});
