import {
  addPasskey,
  beginPasskey,
  beginPasskeyConfirmation,
  beginPasskeySignIn,
  finishPasskeySignIn,
  getKeys,
  removePasskey,
} from '@likewell/contracts/auth/keys-rpc';
import { getSession } from '@likewell/contracts/auth/sessions-rpc';
import { confirmIdentity, getConfirmation } from '@likewell/contracts/auth/confirmation-rpc';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { androidAttestation } from './android-attestation.js';
import { AuthUnderTest } from './auth-under-test.js';
import { beginAddressChange, finish, logInBy, newCodes } from './keys-under-test.js';
import { SoftwareAuthenticator } from './software-authenticator.js';

const SITE = 'https://likewell.test';
const notProven = { code: 'PASSKEY_NOT_PROVEN' };

let world: AuthUnderTest;
beforeAll(async () => {
  world = await AuthUnderTest.start({ SITE_ORIGINS: `${SITE},https://www.likewell.test` });
});
afterAll(() => world.stop());

type Lie = NonNullable<Parameters<SoftwareAuthenticator['get']>[1]>;
const newAuthenticator = (counter?: number) => new SoftwareAuthenticator(SITE, 'likewell.test', counter);
const query = (sql: string, ...values: unknown[]) => world.service.schema.owner.query(sql, values);

async function add(memberId: number, key: SoftwareAuthenticator, lie?: Lie) {
  const { options } = await world.service.bus.call(beginPasskey, { memberId });
  const made = { memberId, response: key.create(options, lie), name: 'laptop' };
  return world.service.bus.call(addPasskey, { ...made, recoveryHashes: newCodes().hashes });
}

/** Registers a member with one passkey. */
async function newPasskeyMember(counter?: number) {
  const member = await world.newMember();
  const key = newAuthenticator(counter);
  const { areCodesNew } = await add(member.memberId, key);
  return { ...member, key, areCodesNew };
}

const ask = async (ticketHash: string | null = null) =>
  (await world.service.bus.call(beginPasskeySignIn, { ticketHash })).options;
const memberOf = async (tokenHash: string) =>
  (await world.service.bus.call(getSession, { tokenHash })).memberId;
/** Signs in, and returns the hash of the session that began. */
async function beginSession(response: ReturnType<SoftwareAuthenticator['get']>) {
  const sessionHash = randomBytes(32).toString('hex');
  const { member } = await world.service.bus.call(finishPasskeySignIn, { response, sessionHash });
  expect(await memberOf(sessionHash)).toBe(member.memberId);
  return sessionHash;
}
const signIn = async (response: ReturnType<SoftwareAuthenticator['get']>) =>
  memberOf(await beginSession(response));
const onlyPasskeyOf = async (memberId: number) =>
  (await world.service.bus.call(getKeys, { memberId })).passkeys[0]?.id ?? 0;
const lastEvent = async (memberId: number) => {
  const { rows } = await query(
    `SELECT kind, method, detail FROM security_event WHERE member_id = $1 ORDER BY id DESC LIMIT 1`,
    memberId,
  );
  return rows[0] as unknown;
};

describe('signing in by a passkey', () => {
  it('needs nothing else, and is asked for with user verification, by no name', async () => {
    const { memberId, key, areCodesNew } = await newPasskeyMember();
    expect(areCodesNew).toBe(true);
    const options = await ask();
    expect(options).toMatchObject({
      rpId: 'likewell.test',
      userVerification: 'required',
      allowCredentials: [],
    });
    expect(await signIn(key.get(options))).toBe(memberId);
    expect(await lastEvent(memberId)).toEqual({ kind: 'signed-in', method: 'passkey', detail: null });
  });

  it('works at each of the site’s addresses', async () => {
    const { memberId, key } = await newPasskeyMember();
    expect(await signIn(key.get(await ask(), { origin: 'https://www.likewell.test' }))).toBe(memberId);
  });

  it('a proof that was used is no proof any more, nor is another one of its challenge', async () => {
    const { key } = await newPasskeyMember();
    const options = await ask();
    const proof = key.get(options);
    await signIn(proof);
    await expect(signIn(proof)).rejects.toMatchObject(notProven);
    await expect(signIn(key.get(options))).rejects.toMatchObject(notProven);
  });

  it('many at once with one challenge are one session', async () => {
    const { key } = await newPasskeyMember(0);
    const options = await ask();
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => signIn(key.get(options))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it.each([0, -1])(
    'a copy, whose counter is ahead by %i, is rejected and told to its member',
    async (ahead) => {
      const { memberId, key } = await newPasskeyMember();
      await signIn(key.get(await ask()));
      const { counter } = key;
      const response = key.get(await ask(), { counter: counter + ahead });
      await expect(signIn(response)).rejects.toMatchObject(notProven);
      expect(await lastEvent(memberId)).toEqual({
        kind: 'sign-in-failed',
        method: 'passkey',
        detail: 'not-proven',
      });
    },
  );

  it('an authenticator without a counter signs in again and again', async () => {
    const { memberId, key } = await newPasskeyMember(0);
    for (let time = 0; time < 3; time += 1) expect(await signIn(key.get(await ask()))).toBe(memberId);
  });

  it.each<[string, Lie]>([
    ['another site', { origin: 'https://likewell.test.evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['nobody at the device', { isVerified: false }],
  ])('a proof of %s is none', async (_, lie) => {
    const { key } = await newPasskeyMember();
    await expect(signIn(key.get(await ask(), lie))).rejects.toMatchObject(notProven);
  });

  it('the signature of another key is none, nor a challenge that was made up', async () => {
    const { key } = await newPasskeyMember();
    const forged = { ...newAuthenticator().get(await ask()), id: key.id, rawId: key.id };
    await expect(signIn(forged)).rejects.toMatchObject(notProven);
    const challenge = randomBytes(32).toString('base64url');
    await expect(signIn(key.get({ challenge }))).rejects.toMatchObject(notProven);
    await expect(
      signIn({ ...key.get(await ask()), response: { clientDataJSON: 'e30' } }),
    ).rejects.toMatchObject(notProven);
  });

  it('a challenge lives for five minutes', async () => {
    const { key } = await newPasskeyMember();
    const options = await ask();
    await query(`UPDATE passkey_challenge SET created_at = now() - interval '301 seconds'`);
    await expect(signIn(key.get(options))).rejects.toMatchObject(notProven);
  });

  it('is closed to who is suspended, and to a passkey that was removed', async () => {
    const [mary, tom] = [await newPasskeyMember(), await newPasskeyMember()];
    await query(`UPDATE member SET status = 'suspended' WHERE id = $1`, mary.memberId);
    await expect(signIn(mary.key.get(await ask()))).rejects.toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
    const passkeyId = await onlyPasskeyOf(tom.memberId);
    const remove = (memberId: number) => world.service.bus.call(removePasskey, { memberId, passkeyId });
    await expect(remove(mary.memberId)).rejects.toMatchObject({ code: 'MEMBER_NOT_FOUND' });
    const stranger = await world.newMember();
    await expect(remove(stranger.memberId)).rejects.toMatchObject({ code: 'PASSKEY_NOT_FOUND' });
    await remove(tom.memberId);
    await expect(signIn(tom.key.get(await ask()))).rejects.toMatchObject(notProven);
  });
});

describe('a passkey as a second factor', () => {
  it('ends a sign-in by password, when it is this member’s and asked for with their ticket', async () => {
    const [mary, tom] = [await newPasskeyMember(), await newPasskeyMember()];
    const { hash, secondFactor } = await logInBy(world, mary.username);
    expect(secondFactor?.toSorted()).toEqual(['passkey', 'recovery-code']);
    const by = (response: ReturnType<SoftwareAuthenticator['get']>) =>
      finish(world, hash, { way: 'passkey', response });
    await expect(by(tom.key.get(await ask(hash)))).rejects.toMatchObject(notProven);
    await expect(by(mary.key.get(await ask()))).rejects.toMatchObject(notProven);
    const options = await ask(hash);
    expect(options.allowCredentials).toMatchObject([{ id: mary.key.id }]);
    const proof = mary.key.get(options);
    await by(proof);
    await expect(by(proof)).rejects.toMatchObject({ code: 'SIGN_IN_RUN_OUT' });
    await expect(ask(hash)).rejects.toMatchObject({ code: 'SIGN_IN_RUN_OUT' });
  });

  it('asked for as a second factor it signs nobody in by itself', async () => {
    const { username, key } = await newPasskeyMember();
    const { hash } = await logInBy(world, username);
    await expect(signIn(key.get(await ask(hash)))).rejects.toMatchObject(notProven);
  });
});

describe('a new passkey', () => {
  it('is made for the member and the site, and not twice', async () => {
    const { memberId, username, key } = await newPasskeyMember();
    const { options } = await world.service.bus.call(beginPasskey, { memberId });
    expect(options).toMatchObject({
      rp: { id: 'likewell.test', name: 'Likewell' },
      user: { name: username },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: key.id }],
    });
    await expect(add(memberId, key)).rejects.toMatchObject({ code: 'PASSKEY_EXISTS' });
    await expect(add((await world.newMember()).memberId, key)).rejects.toMatchObject({
      code: 'PASSKEY_EXISTS',
    });
    expect((await add(memberId, newAuthenticator())).areCodesNew).toBe(false);
    expect(await world.service.bus.call(getKeys, { memberId })).toMatchObject({
      recoveryCodesLeft: 10,
      passkeys: [{ name: 'laptop' }, { name: 'laptop' }],
    });
  });

  it.each<[string, Lie]>([
    ['for another site', { origin: 'https://evil.example' }],
    ['without a look at who is there', { isVerified: false }],
  ])('made %s is none', async (_, lie) => {
    const { memberId } = await world.newMember();
    await expect(add(memberId, newAuthenticator(), lie)).rejects.toMatchObject(notProven);
  });

  it('of a challenge that another member was given is none', async () => {
    const [mary, tom] = [await world.newMember(), await world.newMember()];
    const { options } = await world.service.bus.call(beginPasskey, { memberId: tom.memberId });
    const made = { memberId: mary.memberId, response: newAuthenticator().create(options), name: 'laptop' };
    const stolen = world.service.bus.call(addPasskey, { ...made, recoveryHashes: newCodes().hashes });
    await expect(stolen).rejects.toMatchObject(notProven);
  });

  it('comes with nothing but short names of the ways to its authenticator', async () => {
    const { memberId } = await world.newMember();
    const key = newAuthenticator();
    for (const transports of ['usb', [null], [['usb']], ['usb\u0000'], [{ usb: true }], ['x'.repeat(33)]])
      await expect(add(memberId, key, { transports })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await add(memberId, key, { transports: ['internal', 'smart-card'] });
    const { options } = await world.service.bus.call(beginPasskey, { memberId });
    expect(options.excludeCredentials).toMatchObject([{ transports: ['internal', 'smart-card'] }]);
  });

  it('makes auth fetch nothing, whatever addresses its attestation names', async () => {
    const { memberId } = await world.newMember();
    const requested: (string | undefined)[] = [];
    const server = createServer(({ url }, response) => {
      requested.push(url);
      response.end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const key = newAuthenticator();
    const attest: Lie['attest'] = (publicKey, clientData) =>
      androidAttestation(publicKey, clientData, `http://127.0.0.1:${port}/inside`);
    await Promise.allSettled([add(memberId, key, { attest })]);
    server.close();
    expect(requested).toEqual([]);
    expect(await signIn(key.get(await ask()))).toBe(memberId);
  });

  it('is the eleventh no more', async () => {
    const { memberId } = await newPasskeyMember();
    for (let count = 1; count < 10; count += 1) await add(memberId, newAuthenticator());
    await expect(add(memberId, newAuthenticator())).rejects.toMatchObject({ code: 'TOO_MANY_PASSKEYS' });
  });
});

describe('a passkey that is taken off', () => {
  it('ends all other sessions, sign-ins that wait, and a change of address; the session that asks stays', async () => {
    const { memberId, username, tokenHash, key } = await newPasskeyMember();
    const change = await beginAddressChange(world, memberId);
    const there = await beginSession(key.get(await ask()));
    const waiting = await logInBy(world, username);
    const passkeyId = await onlyPasskeyOf(memberId);
    await world.service.bus.call(removePasskey, { memberId, passkeyId, tokenHash });
    expect([await memberOf(there), await memberOf(tokenHash)]).toEqual([null, memberId]);
    expect(await change.count()).toBe(0);
    await expect(ask(waiting.hash)).rejects.toMatchObject({ code: 'SIGN_IN_RUN_OUT' });
    expect(await lastEvent(memberId)).toEqual({
      kind: 'session-ended',
      method: null,
      detail: 'ended-by-member',
    });
  });

  it('ends no session where it was none', async () => {
    const { memberId, tokenHash, key } = await newPasskeyMember();
    const there = await beginSession(key.get(await ask()));
    const passkeyId = await onlyPasskeyOf(memberId);
    const wrong = { memberId, passkeyId: passkeyId + 1_000_000, tokenHash };
    await expect(world.service.bus.call(removePasskey, wrong)).rejects.toMatchObject({
      code: 'PASSKEY_NOT_FOUND',
    });
    expect(await memberOf(there)).toBe(memberId);
  });
});

describe('confirming by a passkey', () => {
  it('is one of the ways of who has one, and holds for the session that asked', async () => {
    const { memberId, tokenHash, key } = await newPasskeyMember();
    await query(`UPDATE session SET confirmed_at = NULL WHERE member_id = $1`, memberId);
    const look = () => world.service.bus.call(getConfirmation, { tokenHash });
    expect(await look()).toEqual({ isConfirmed: false, ways: ['passkey'], codes: [] });
    const confirm = (response: ReturnType<SoftwareAuthenticator['get']>) =>
      world.service.bus.call(confirmIdentity, { memberId, tokenHash, proof: { way: 'passkey', response } });
    await expect(confirm(key.get(await ask()))).rejects.toMatchObject({ code: 'IDENTITY_NOT_CONFIRMED' });
    const { options } = await world.service.bus.call(beginPasskeyConfirmation, { memberId });
    await confirm(key.get(options));
    expect(await look()).toMatchObject({ isConfirmed: true });
  });
});
