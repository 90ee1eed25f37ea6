import { authErrors } from '@likewell/contracts/auth/errors';
import { walletProved } from '@likewell/contracts/auth/events';
import { confirmIdentity, finishGoogleProof } from '@likewell/contracts/auth/confirmation-rpc';
import { getSession } from '@likewell/contracts/auth/sessions-rpc';
import * as calls from '@likewell/contracts/auth/sign-in-methods-rpc';
import { beginGoogleSignIn, beginWalletSignIn } from '@likewell/contracts/auth/sign-in-rpc';
import { TestWallet } from '@likewell/testing/test-wallet';
import { randomBytes } from 'node:crypto';
import { hashToken } from '../src/sessions/session-token.js';
import { HOST, newBrowserHash, type Person } from './google-under-test.js';
import { PASSWORD, TrailUnderTest } from './trail-under-test.js';
import { verifyAddress } from './verified-address.js';

const HERE = { network: '192.0.2.1', device: 'firefox on linux' };
const mary: Person = { name: 'Mary', email: 'mary@gmail.example' };

let trail: TrailUnderTest;

beforeAll(async () => {
  trail = await TrailUnderTest.start();
});
afterAll(() => trail.stop());

interface Signed {
  readonly memberId: number;
  readonly tokenHash: string;
}

const list = ({ memberId }: Signed) =>
  trail.bus.call(calls.listSignInMethods, { memberId }).then(({ items }) => items);

async function addWallet({ memberId }: Signed, wallet: TestWallet) {
  const { message } = await trail.bus.call(beginWalletSignIn, { host: HOST });
  const proof = { way: 'wallet' as const, ...wallet.sign(message) };
  return trail.bus.call(calls.addSignInMethod, { memberId, proof, origin: HERE });
}

/** Returns what a person brings back from Google to prove an account there. */
async function proveGoogle(person: Person) {
  const proofHash = hashToken(randomBytes(32).toString('base64url'));
  const { answer, browserHash } = await trail.visit(person, 'proof');
  await trail.bus.call(finishGoogleProof, { answer, browserHash, proofHash });
  return proofHash;
}

const addGoogle = ({ memberId }: Signed, proofHash: string) =>
  trail.bus.call(calls.addSignInMethod, { memberId, proof: { way: 'google', proofHash }, origin: HERE });

async function removeAll(member: Signed, providers: readonly string[]) {
  const methods = (await list(member)).filter(({ provider }) => providers.includes(provider));
  return Promise.allSettled(methods.map((method) => remove(member, method)));
}

const remove = (
  { memberId, tokenHash }: Signed,
  { provider, id }: Pick<calls.ListedMethod, 'provider' | 'id'>,
) => trail.bus.call(calls.removeSignInMethod, { memberId, tokenHash, provider, methodId: id, origin: HERE });

/** Returns the mails queued for a member; none is sent, because there is no mail server here. */
async function mailsTo(memberId: number) {
  const { rows } = await trail.schema.owner.query<{ template: string; data: unknown }>(
    `SELECT template, data FROM mail WHERE member_id = $1 AND template <> 'verify-email' ORDER BY id`,
    [memberId],
  );
  return rows;
}

const code = ({ code: wanted }: { code: string }) => ({ code: wanted });

describe('a wallet', () => {
  it('that a member adds signs them in, brings its deposits, and is in the trail', async () => {
    const member = await trail.join(HERE);
    await verifyAddress(trail.schema.owner, member.memberId);
    const wallet = new TestWallet();
    expect(await addWallet(member, wallet)).toMatchObject({ provider: 'wallet', address: wallet.address });
    expect(await list(member)).toMatchObject([
      { provider: 'password', address: null },
      { provider: 'wallet', address: wallet.address },
    ]);
    expect(await mailsTo(member.memberId)).toEqual([
      {
        template: 'sign-in-method-changed',
        data: { what: 'A wallet was added to your account, as a way to log in.', isAdded: true },
      },
    ]);
    const { member: again } = await trail.signInWithWallet(wallet, HERE);
    expect(again.memberId).toBe(member.memberId);
    expect(await trail.linesOf(member.memberId)).toContainEqual(
      expect.objectContaining({ kind: 'sign-in-method-added', method: 'wallet' }),
    );
    const { rows } = await trail.schema.owner.query(
      `SELECT envelope->'data' AS data FROM outbox WHERE subject = $1 AND envelope->'data'->>'address' = $2`,
      [walletProved.subject, wallet.address],
    );
    expect(rows[0]).toEqual({
      data: { memberId: member.memberId, address: wallet.address, provedAt: expect.any(String) },
    });
  });

  it('that signs somebody in already is nobody’s to add, and the text cannot be used again', async () => {
    const wallet = new TestWallet();
    await trail.signInWithWallet(wallet, HERE);
    const member = await trail.join(HERE);
    await expect(addWallet(member, wallet)).rejects.toMatchObject(code(authErrors.SIGN_IN_METHOD_TAKEN));
    expect(await list(member)).toHaveLength(1);
  });

  it('needs a text of ours that it has signed, once', async () => {
    const { memberId } = await trail.join(HERE);
    const add = (proof: ReturnType<TestWallet['sign']>) =>
      trail.bus.call(calls.addSignInMethod, { memberId, proof: { way: 'wallet', ...proof } });
    const wallet = new TestWallet();
    const { message } = await trail.bus.call(beginWalletSignIn, { host: HOST });
    const rejected = [
      wallet.sign(`Login to Likewell ${new Date().toISOString()}`),
      { ...wallet.sign(message), address: new TestWallet().address },
      wallet.signAltered(message, 5),
    ];
    for (const proof of rejected)
      await expect(add(proof)).rejects.toMatchObject(code(authErrors.IDENTITY_NOT_CONFIRMED));
    await add(wallet.sign(message));
    await expect(add(new TestWallet().sign(message))).rejects.toMatchObject(
      code(authErrors.IDENTITY_NOT_CONFIRMED),
    );
  });

  it('that was stolen is taken off: who signed in with it is signed out, and with it gets in no more', async () => {
    const wallet = new TestWallet();
    const { tokenHash, member } = await trail.signInWithWallet(wallet, HERE);
    const owner = { ...member, tokenHash };
    const { tokenHash: thief } = await trail.signInWithWallet(wallet, HERE);
    await trail.bus.call(calls.addPassword, { memberId: owner.memberId, password: PASSWORD, origin: HERE });
    const [stolen] = await list(owner);
    expect(await remove(owner, stolen ?? { provider: 'wallet', id: 0 })).toEqual({ ended: 1 });
    const memberOf = async (tokenHash: string) => (await trail.bus.call(getSession, { tokenHash })).memberId;
    expect([await memberOf(owner.tokenHash), await memberOf(thief)]).toEqual([owner.memberId, null]);
    const { member: another } = await trail.signInWithWallet(wallet, HERE);
    expect(another.memberId).not.toBe(owner.memberId);
    await expect(trail.logIn(owner.username, HERE)).resolves.toMatchObject({
      member: { memberId: owner.memberId },
    });
  });
});

describe('an account at Google', () => {
  it('that a member adds signs them in', async () => {
    const member = await trail.join(HERE);
    await addGoogle(member, await proveGoogle(mary));
    const { member: again } = await trail.signInWithGoogle(mary, HERE);
    expect(again.memberId).toBe(member.memberId);
  });

  it('confirms who the member is, once for each visit to Google, and no other account does', async () => {
    const tom = { name: 'Tom', email: 'tom@gmail.example' };
    const { tokenHash, member } = await trail.signInWithGoogle(tom, HERE);
    const confirm = (proofHash: string) =>
      trail.bus.call(confirmIdentity, {
        ...{ memberId: member.memberId, tokenHash },
        proof: { way: 'google', proofHash },
      });
    const proofHash = await proveGoogle(tom);
    await confirm(proofHash);
    const rejected = [
      proofHash,
      hashToken('made up'),
      await proveGoogle({ ...tom, email: 'else@gmail.example' }),
    ];
    for (const each of rejected)
      await expect(confirm(each)).rejects.toMatchObject(code(authErrors.IDENTITY_NOT_CONFIRMED));
  });

  it('is proved for five minutes', async () => {
    const member = await trail.join(HERE);
    const proofHash = await proveGoogle({ name: 'Late', email: 'late@gmail.example' });
    await trail.schema.owner.query(
      `UPDATE google_proof SET created_at = now() - interval '6 minutes' WHERE token_hash = decode($1, 'hex')`,
      [proofHash],
    );
    await expect(addGoogle(member, proofHash)).rejects.toMatchObject(code(authErrors.IDENTITY_NOT_CONFIRMED));
  });

  it('that is proved signs nobody in, and a sign-in proves nothing', async () => {
    const returned = await trail.visit({ name: 'Una', email: 'una@gmail.example' }, 'proof');
    await expect(trail.finish(returned)).rejects.toMatchObject(code(authErrors.GOOGLE_ATTEMPT_INVALID));
    const { answer, browserHash } = await trail.visit({ name: 'Ugo', email: 'ugo@gmail.example' });
    const proof = { answer, browserHash, proofHash: hashToken('x') };
    await expect(trail.bus.call(finishGoogleProof, proof)).rejects.toMatchObject(
      code(authErrors.GOOGLE_ATTEMPT_INVALID),
    );
  });

  it('is asked for by a log-in anew', async () => {
    const begin = { host: HOST, browserHash: newBrowserHash(), referralCode: null };
    const { url, state } = await trail.bus.call(beginGoogleSignIn, { ...begin, purpose: 'proof' });
    expect(new URL(url).searchParams.get('max_age')).toBe('0');
    expect(state).toMatch(/^proof-/);
    const signIn = await trail.bus.call(beginGoogleSignIn, begin);
    expect(new URL(signIn.url).searchParams.has('max_age')).toBe(false);
  });
});

describe('a password', () => {
  it('is added by who has none, once, also by many at once', async () => {
    const { tokenHash, member } = await trail.signInWithWallet(new TestWallet(), HERE);
    const { memberId } = member;
    const adding = { memberId, password: PASSWORD, origin: HERE };
    const added = await Promise.allSettled(
      Array.from({ length: 3 }, () => trail.bus.call(calls.addPassword, adding)),
    );
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(trail.bus.call(calls.addPassword, adding)).rejects.toMatchObject(
      code(authErrors.PASSWORD_EXISTS),
    );
    await expect(trail.logIn(member.username, HERE)).resolves.toMatchObject({ member: { memberId } });
    expect(await list({ memberId, tokenHash })).toHaveLength(2);
  });

  it('is judged five times in 15 minutes', async () => {
    const { member } = await trail.signInWithWallet(new TestWallet(), HERE);
    const { memberId } = member;
    const add = (password: string) =>
      trail.bus
        .call(calls.addPassword, { memberId, password })
        .catch((error: unknown) => (error as { code: string }).code);
    const results = await Promise.all(Array.from({ length: 6 }, () => add('password1')));
    expect(results.toSorted()).toEqual([...Array<string>(5).fill('PASSWORD_TOO_EASY'), 'RATE_LIMITED']);
    expect(await add(PASSWORD)).toBe('RATE_LIMITED');
  });

  it('of seven characters is rejected', async () => {
    const { member } = await trail.signInWithWallet(new TestWallet(), HERE);
    const adding = { memberId: member.memberId, password: '1234567' };
    await expect(trail.bus.call(calls.addPassword, adding)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('of several methods', () => {
  it('two that are removed at once leave one, every time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const member = await trail.join(HERE);
      await addWallet(member, new TestWallet());
      const results = await removeAll(member, ['password', 'wallet']);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const rejected = results.find((result) => result.status === 'rejected');
      expect(rejected?.reason).toMatchObject(code(authErrors.LAST_SIGN_IN_METHOD));
      expect(await list(member)).toHaveLength(1);
    }
  });

  it('one that is removed while it signs somebody in leaves no session of it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const member = await trail.join(HERE);
      const wallet = new TestWallet();
      const { id } = await addWallet(member, wallet);
      const [, signIn] = await Promise.allSettled([
        remove(member, { provider: 'wallet', id }),
        trail.signInWithWallet(wallet, HERE),
      ]);
      const { rows } = await trail.schema.owner.query('SELECT method FROM session WHERE member_id = $1', [
        member.memberId,
      ]);
      expect(rows).toEqual([{ method: 'password' }]);
      if (signIn.status === 'fulfilled' && signIn.value.member.memberId === member.memberId)
        expect(await trail.bus.call(getSession, { tokenHash: signIn.value.tokenHash })).toMatchObject({
          memberId: null,
        });
    }
  });

  it('none of another member can be removed, nor under another name, nor the last one', async () => {
    const [one, other] = [await trail.join(HERE), await trail.join(HERE)];
    await addWallet(one, new TestWallet());
    await addWallet(other, new TestWallet());
    const [password] = await list(other);
    const id = password?.id ?? 0;
    for (const [member, provider] of [
      [one, 'password'],
      [other, 'wallet'],
    ] as const)
      await expect(remove(member, { provider, id })).rejects.toMatchObject(
        code(authErrors.SIGN_IN_METHOD_NOT_FOUND),
      );
    await remove(other, { provider: 'password', id });
    const [last] = await list(other);
    await expect(remove(other, last ?? { provider: 'wallet', id: 0 })).rejects.toMatchObject(
      code(authErrors.LAST_SIGN_IN_METHOD),
    );
  });

  it('there are at most twenty', async () => {
    const member = await trail.join(HERE);
    await trail.schema.owner.query(
      `INSERT INTO identity (provider, subject, member_id) SELECT 'google', 'of ' || $1 || ' ' || n, $1::bigint FROM generate_series(1, 19) AS n`,
      [member.memberId],
    );
    await expect(addWallet(member, new TestWallet())).rejects.toMatchObject(
      code(authErrors.TOO_MANY_SIGN_IN_METHODS),
    );
  });
});
