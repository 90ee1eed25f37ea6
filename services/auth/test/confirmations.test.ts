import { authErrors } from '@likewell/contracts/auth/errors';
import { confirmIdentity, getConfirmation } from '@likewell/contracts/auth/confirmation-rpc';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyConfirmation,
  beginPasskeySignIn,
  type SecondFactorProof,
} from '@likewell/contracts/auth/keys-rpc';
import { beginWalletSignIn, logIn } from '@likewell/contracts/auth/sign-in-rpc';
import type { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { TestWallet } from '@likewell/testing/test-wallet';
import { HOST } from './google-under-test.js';
import { addTotp, finish, newCodes, sha256 } from './keys-under-test.js';
import { SoftwareAuthenticator } from './software-authenticator.js';
import { PASSWORD, TrailUnderTest } from './trail-under-test.js';

const TEN_MINUTES_MS = 600_000;
const GUESSES = { points: 3, windowMs: 3_600_000 };
const HERE = { network: '192.0.2.1', device: 'firefox on linux', guesses: GUESSES, strangers: GUESSES };

let trail: TrailUnderTest;

beforeAll(async () => {
  trail = await TrailUnderTest.start();
});
afterAll(() => trail.stop());

interface Signed {
  readonly memberId: number;
  readonly tokenHash: string;
}

const find = ({ tokenHash }: Signed) => trail.bus.call(getConfirmation, { tokenHash });
const byPassword = (session: Signed, password = PASSWORD) =>
  trail.bus.call(confirmIdentity, { ...pick(session), proof: { way: 'password', password }, origin: HERE });
const byFactor = (session: Signed, proof: SecondFactorProof) =>
  trail.bus.call(confirmIdentity, { ...pick(session), proof, origin: HERE });
const pick = ({ memberId, tokenHash }: Signed) => ({ memberId, tokenHash });

/** Ages the confirmation of a session by eleven minutes. */
const age = ({ tokenHash }: Signed) =>
  trail.schema.owner.query(
    `UPDATE session SET confirmed_at = now() - interval '11 minutes' WHERE token_hash = decode($1, 'hex')`,
    [tokenHash],
  );

async function byWallet(session: Signed, wallet: TestWallet, message?: string) {
  const { message: given } = await trail.bus.call(beginWalletSignIn, { host: HOST });
  const proof = { way: 'wallet' as const, ...wallet.sign(message ?? given) };
  return { proof, confirmed: trail.bus.call(confirmIdentity, { ...pick(session), proof, origin: HERE }) };
}

async function withWallet() {
  const wallet = new TestWallet();
  const { tokenHash, member } = await trail.signInWithWallet(wallet, HERE);
  const session = { ...member, tokenHash };
  await age(session);
  return { wallet, session };
}

/** Gives a member a passkey. */
async function addKey(memberId: number) {
  const key = new SoftwareAuthenticator(`https://${HOST}`, HOST);
  const { options } = await trail.bus.call(beginPasskey, { memberId });
  const made = { memberId, response: key.create(options), name: 'laptop', recoveryHashes: newCodes().hashes };
  await trail.bus.call(addPasskey, made);
  return key;
}

describe('a session', () => {
  it('is confirmed by its sign-in for ten minutes, and then by what its member shows', async () => {
    const session = await trail.join(HERE);
    expect(await find(session)).toEqual({ isConfirmed: true, ways: ['password'], codes: [] });
    await age(session);
    expect(await find(session)).toEqual({ isConfirmed: false, ways: ['password'], codes: [] });
    const begunAt = Date.now();
    const until = Date.parse((await byPassword(session)).confirmedUntil);
    expect(until).toBeGreaterThanOrEqual(begunAt + TEN_MINUTES_MS);
    expect(until).toBeLessThanOrEqual(Date.now() + TEN_MINUTES_MS);
    expect(await find(session)).toMatchObject({ isConfirmed: true });
    expect((await trail.linesOf(session.memberId)).at(-1)).toMatchObject({
      kind: 'identity-confirmed',
      method: 'password',
    });
  });

  it('is confirmed alone: another one of the member is not', async () => {
    const first = await trail.join(HERE);
    const { tokenHash } = await trail.logIn(first.username, HERE);
    const second = { ...first, tokenHash };
    await age(first);
    await age(second);
    await byPassword(second);
    expect(await find(first)).toMatchObject({ isConfirmed: false });
  });

  it('that the version before began long ago is not confirmed, and nobody’s is not either', async () => {
    const session = await trail.join(HERE);
    await trail.schema.owner.query(
      `UPDATE session SET confirmed_at = NULL WHERE token_hash = decode($1, 'hex')`,
      [session.tokenHash],
    );
    expect(await find(session)).toMatchObject({ isConfirmed: false });
    expect(await find({ memberId: 1, tokenHash: 'a'.repeat(64) })).toEqual({
      isConfirmed: false,
      ways: [],
      codes: [],
    });
  });

  it('of another member is confirmed by nobody but them', async () => {
    const [one, other] = [await trail.join(HERE), await trail.join(HERE)];
    await age(other);
    const mixed = { memberId: one.memberId, tokenHash: other.tokenHash };
    await expect(byPassword(mixed)).rejects.toMatchObject({ code: authErrors.MEMBER_NOT_FOUND.code });
    expect(await find(other)).toMatchObject({ isConfirmed: false });
  });
});

describe('a wrong password', () => {
  it('confirms nothing, is in the trail, and counts among the guesses: then the right one has to wait too', async () => {
    const session = await trail.join({ network: '192.0.2.9', device: 'firefox on linux' });
    await age(session);
    for (let guess = 0; guess < GUESSES.points; guess += 1)
      await expect(byPassword(session, 'wrong horse')).rejects.toMatchObject({
        code: authErrors.WRONG_PASSWORD.code,
      });
    await expect(byPassword(session)).rejects.toMatchObject({ code: commonErrors.RATE_LIMITED.code });
    const logInHere = { emailOrUser: session.username, password: PASSWORD, origin: HERE };
    await expect(trail.bus.call(logIn, logInHere)).rejects.toMatchObject({
      code: commonErrors.RATE_LIMITED.code,
    });
    expect(await find(session)).toMatchObject({ isConfirmed: false });
    expect(await trail.linesOf(session.memberId)).toContainEqual(
      expect.objectContaining({ kind: 'sign-in-failed', method: 'password', detail: 'wrong-credentials' }),
    );
  });

  it('is any password of a member who has none', async () => {
    const { session } = await withWallet();
    await expect(byPassword(session)).rejects.toMatchObject({ code: authErrors.WRONG_PASSWORD.code });
  });
});

describe('a second factor', () => {
  const TOO_WEAK = { code: authErrors.CONFIRMATION_TOO_WEAK.code };

  async function withApp() {
    const session = await trail.join(HERE);
    const app = await addTotp({ service: trail }, session.memberId);
    await age(session);
    return { session, ...app };
  }

  it('is what confirms once there is one: the password alone does not', async () => {
    const { session, code } = await withApp();
    const codes = ['totp', 'recovery-code'];
    expect(await find(session)).toEqual({ isConfirmed: false, ways: [], codes });
    await expect(byPassword(session)).rejects.toMatchObject(TOO_WEAK);
    expect(await find(session)).toMatchObject({ isConfirmed: false });
    await byFactor(session, { way: 'totp', code: code(0) });
    expect(await find(session)).toMatchObject({ isConfirmed: true });
    expect((await trail.linesOf(session.memberId)).at(-1)).toMatchObject({
      kind: 'identity-confirmed',
      method: 'totp',
    });
    await age(session);
    const again = byFactor(session, { way: 'totp', code: code(0) });
    await expect(again).rejects.toMatchObject({ code: authErrors.WRONG_CODE.code });
  });

  it('that is a passkey confirms in place of a wallet, whose signature does not', async () => {
    const { wallet, session } = await withWallet();
    const key = await addKey(session.memberId);
    expect(await find(session)).toMatchObject({ ways: ['passkey'], codes: ['recovery-code'] });
    const { confirmed } = await byWallet(session, wallet);
    await expect(confirmed).rejects.toMatchObject(TOO_WEAK);
    const { options } = await trail.bus.call(beginPasskeyConfirmation, { memberId: session.memberId });
    await byFactor(session, { way: 'passkey', response: key.get(options) });
    expect(await find(session)).toMatchObject({ isConfirmed: true });
  });

  it('may be a recovery code, which is spent by it, also by many at once', async () => {
    const { session, recoveryCodes } = await withApp();
    const proof = { way: 'recovery-code' as const, codeHash: sha256(recoveryCodes[0] ?? '') };
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => byFactor(session, proof)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await find(session)).toMatchObject({ isConfirmed: true });
    const wrong = byFactor(session, proof);
    await expect(wrong).rejects.toMatchObject({ code: authErrors.WRONG_CODE.code });
    expect(await trail.linesOf(session.memberId)).toContainEqual(
      expect.objectContaining({ kind: 'sign-in-failed', method: 'recovery-code', detail: 'wrong-code' }),
    );
  });

  it('is guessed five times at once at the most, and the guesses keep nobody from signing in', async () => {
    const { session, code, recoveryCodes } = await withApp();
    const wrong = { way: 'totp' as const, code: code(5) };
    const guesses = await Promise.allSettled(Array.from({ length: 8 }, () => byFactor(session, wrong)));
    const codes = guesses.map((guess) => guess.status === 'rejected' && (guess.reason as AppError).code);
    expect(codes.filter((each) => each === authErrors.WRONG_CODE.code)).toHaveLength(5);
    expect(codes.filter((each) => each === commonErrors.RATE_LIMITED.code)).toHaveLength(3);
    const right = byFactor(session, { way: 'totp', code: code(0) });
    await expect(right).rejects.toMatchObject({ code: commonErrors.RATE_LIMITED.code });
    const { tokenHash } = await trail.logIn(session.username, HERE);
    const { hash } = await finish({ service: trail }, tokenHash, { way: 'totp', code: code(0) });
    expect(await find({ ...session, tokenHash: hash })).toMatchObject({ isConfirmed: true });
    // Who has lost the app is confirmed all the same.
    await byFactor(session, { way: 'recovery-code', codeHash: sha256(recoveryCodes[1] ?? '') });
  });

  it('of somebody else confirms nothing', async () => {
    const [one, other] = [await withApp(), await withApp()];
    for (const proof of [
      { way: 'totp' as const, code: other.code(0) },
      { way: 'recovery-code' as const, codeHash: sha256(other.recoveryCodes[0] ?? '') },
    ])
      await expect(byFactor(one.session, proof)).rejects.toMatchObject({ code: authErrors.WRONG_CODE.code });
  });
});

describe('a wallet', () => {
  it('that signs the member in confirms, once for each text', async () => {
    const { wallet, session } = await withWallet();
    expect(await find(session)).toEqual({ isConfirmed: false, ways: ['wallet'], codes: [] });
    const { proof, confirmed } = await byWallet(session, wallet);
    await confirmed;
    expect(await find(session)).toMatchObject({ isConfirmed: true });
    await age(session);
    await expect(
      trail.bus.call(confirmIdentity, { ...pick(session), proof, origin: HERE }),
    ).rejects.toMatchObject({ code: authErrors.IDENTITY_NOT_CONFIRMED.code });
    // A message that served as a confirmation cannot sign anybody in.
    await expect(trail.present(proof, HERE)).rejects.toMatchObject({
      code: authErrors.WALLET_NOT_PROVEN.code,
    });
  });

  it('that signs the bare phrase begins a session that is not confirmed, for a new member either', async () => {
    const wallet = new TestWallet();
    const confirmedBy = async (statement: ReturnType<TestWallet['sign']>) => {
      const { tokenHash, member } = await trail.present(statement, HERE);
      return (await find({ ...member, tokenHash })).isConfirmed;
    };
    const bare = (later: number) => `Login to Likewell ${new Date(Date.now() + later).toISOString()}`;
    expect(await confirmedBy(wallet.sign(bare(0)))).toBe(false);
    expect(await confirmedBy(wallet.sign(bare(1)))).toBe(false);
    const { message } = await trail.bus.call(beginWalletSignIn, { host: HOST });
    expect(await confirmedBy(wallet.sign(message))).toBe(true);
  });

  it('that signs the bare phrase is confirmed by no code of an app after it, and by a passkey', async () => {
    const { wallet, session } = await withWallet();
    const { memberId } = session;
    const { code } = await addTotp({ service: trail }, memberId);
    const key = await addKey(memberId);
    const begin = async (message?: string) => {
      const { message: given } = await trail.bus.call(beginWalletSignIn, { host: HOST });
      return (await trail.present(wallet.sign(message ?? given), HERE)).tokenHash;
    };
    const confirmedBy = async (ticketHash: string, proof: SecondFactorProof) => {
      const { hash } = await finish({ service: trail }, ticketHash, proof);
      return (await find({ memberId, tokenHash: hash })).isConfirmed;
    };
    const bare = (later: number) => `Login to Likewell ${new Date(Date.now() + later).toISOString()}`;
    const { hash } = await finish({ service: trail }, await begin(bare(0)), { way: 'totp', code: code(0) });
    const unconfirmed = { memberId, tokenHash: hash };
    expect(await find(unconfirmed)).toEqual({ isConfirmed: false, ways: ['passkey'], codes: [] });
    const again = byFactor(unconfirmed, { way: 'totp', code: code(1) });
    await expect(again).rejects.toMatchObject({ code: authErrors.CONFIRMATION_TOO_WEAK.code });
    expect(await confirmedBy(await begin(), { way: 'totp', code: code(1) })).toBe(true);
    const ticketHash = await begin(bare(1));
    const { options } = await trail.bus.call(beginPasskeySignIn, { ticketHash });
    expect(await confirmedBy(ticketHash, { way: 'passkey', response: key.get(options) })).toBe(true);
  });

  it('of somebody else does not, nor the bare phrase, and the member stays signed in', async () => {
    const { wallet, session } = await withWallet();
    const bare = `Login to Likewell ${new Date().toISOString()}`;
    for (const [shown, message] of [[new TestWallet()], [wallet, bare]] as const) {
      const { confirmed } = await byWallet(session, shown, message);
      await expect(confirmed).rejects.toMatchObject({ ...authErrors.IDENTITY_NOT_CONFIRMED });
    }
    expect(await find(session)).toMatchObject({ isConfirmed: false });
  });
});
