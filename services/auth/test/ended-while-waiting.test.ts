import { requestEmailChange } from '@likewell/contracts/auth/address-rpc';
import * as keys from '@likewell/contracts/auth/keys-rpc';
import { requestDeletion } from '@likewell/contracts/auth/leaving-rpc';
import { changePassword } from '@likewell/contracts/auth/passwords-rpc';
import { endListedSession, endOtherSessions } from '@likewell/contracts/auth/sessions-rpc';
import {
  addPassword,
  addSignInMethod,
  removeSignInMethod,
} from '@likewell/contracts/auth/sign-in-methods-rpc';
import { beginWalletSignIn } from '@likewell/contracts/auth/sign-in-rpc';
import { TestWallet } from '@likewell/testing/test-wallet';
import { untilSoManyWait } from '@likewell/testing/until-so-many-wait';
import { randomBytes } from 'node:crypto';
import { codeAt, stepAt } from '../src/totp/totp-code.js';
import { AuthUnderTest, PASSWORD } from './auth-under-test.js';
import { HOST } from './google-under-test.js';
import { addTotp, newCodes } from './keys-under-test.js';
import { SoftwareAuthenticator } from './software-authenticator.js';

const NEW = 'staple, quite another';

let world: AuthUnderTest;
beforeAll(async () => {
  world = await AuthUnderTest.start({ SITE_ORIGINS: `https://${HOST}` });
});
afterAll(() => world.stop());

/** A member, and the stolen session in which something is asked for; they have one more. */
interface Robbed {
  readonly memberId: number;
  readonly tokenHash: string;
}

const query = async (sql: string, ...values: unknown[]) =>
  (await world.service.schema.owner.query<Record<string, unknown>>(sql, values)).rows;

async function robbed(): Promise<Robbed> {
  const { memberId, tokenHash } = await world.newMember();
  await world.insertSessions(memberId, 1);
  return { memberId, tokenHash };
}

/** Returns all by which a member signs in, or could next. */
const waysOf = async ({ memberId }: Robbed) => {
  const ways: Record<string, unknown>[] = [];
  for (const table of ['identity', 'totp', 'passkey', 'recovery_code', 'email_change', 'session'])
    ways.push(...(await query(`SELECT t.* FROM ${table} t WHERE member_id = $1 ORDER BY t`, memberId)));
  ways.push(...(await query('SELECT deletion_at FROM member WHERE id = $1', memberId)));
  return ways;
};

/** Ends the stolen session while what is asked for in it waits for the member's row; returns the error. */
async function endWhileWaiting({ memberId, tokenHash }: Robbed, ask: () => Promise<unknown>) {
  const owner = await world.service.schema.owner.connect();
  try {
    await owner.query('BEGIN');
    await owner.query('SELECT FROM member WHERE id = $1 FOR UPDATE', [memberId]);
    const asked = ask().catch((error: unknown) => error);
    await untilSoManyWait(world.service.schema, 1);
    await owner.query(`DELETE FROM session WHERE token_hash = decode($1, 'hex')`, [tokenHash]);
    await owner.query('COMMIT');
    return await asked;
  } finally {
    await owner.query('ROLLBACK');
    owner.release();
  }
}

async function walletProof() {
  const { message } = await world.service.bus.call(beginWalletSignIn, { host: HOST });
  return { way: 'wallet' as const, ...new TestWallet().sign(message) };
}

const idOf = async (table: 'identity' | 'passkey', { memberId }: Robbed) =>
  Number((await query(`SELECT id FROM ${table} WHERE member_id = $1`, memberId))[0]?.id);

async function newPasskey({ memberId, tokenHash }: Robbed) {
  const key = new SoftwareAuthenticator(`https://${HOST}`, HOST);
  const { options } = await world.service.bus.call(keys.beginPasskey, { memberId });
  const { hashes: recoveryHashes } = newCodes();
  return { memberId, tokenHash, response: key.create(options), name: 'laptop', recoveryHashes };
}

/** Prepares each request; what it returns sends it. */
const REQUESTS: Record<string, (robbed: Robbed) => Promise<() => Promise<unknown>>> = {
  'adds a wallet': async (from) => {
    const proof = await walletProof();
    return () => world.service.bus.call(addSignInMethod, { ...from, proof });
  },
  'adds a password': async (from) => {
    await query(
      `UPDATE identity SET provider = 'wallet', subject = 'of nobody', password_hash = NULL WHERE member_id = $1`,
      from.memberId,
    );
    return () => world.service.bus.call(addPassword, { ...from, password: NEW });
  },
  'removes a way to sign in': async (from) => {
    const removal = {
      ...from,
      provider: 'password',
      methodId: await idOf('identity', from),
    } as const;
    await world.service.bus.call(addSignInMethod, { ...from, proof: await walletProof() });
    return () => world.service.bus.call(removeSignInMethod, removal);
  },
  'adds an app for codes': async (from) => {
    const secret = randomBytes(20);
    await world.service.bus.call(keys.beginTotp, { ...from, secret: secret.toString('hex') });
    const shown = { ...from, code: codeAt(secret, stepAt(Date.now())), recoveryHashes: newCodes().hashes };
    return () => world.service.bus.call(keys.confirmTotp, shown);
  },
  'removes the app': async (from) => {
    await addTotp(world, from.memberId);
    return () => world.service.bus.call(keys.removeTotp, from);
  },
  'makes new recovery codes': async (from) => {
    await addTotp(world, from.memberId);
    const { hashes: recoveryHashes } = newCodes();
    return () => world.service.bus.call(keys.replaceRecoveryCodes, { ...from, recoveryHashes });
  },
  'adds a passkey': async (from) => {
    const made = await newPasskey(from);
    return () => world.service.bus.call(keys.addPasskey, made);
  },
  'removes a passkey': async (from) => {
    await world.service.bus.call(keys.addPasskey, await newPasskey(from));
    const removal = { ...from, passkeyId: await idOf('passkey', from) };
    return () => world.service.bus.call(keys.removePasskey, removal);
  },
  'changes the address': (from) =>
    Promise.resolve(() =>
      world.service.bus.call(requestEmailChange, { ...from, email: 'thief@evil.example' }),
    ),
  'changes the password': (from) =>
    Promise.resolve(() =>
      world.service.bus.call(changePassword, { ...from, oldPassword: PASSWORD, newPassword: NEW }),
    ),
  'ends the other sessions': (from) => Promise.resolve(() => world.service.bus.call(endOtherSessions, from)),
  'ends the own session of the member': async (from) => {
    const sql = `SELECT id FROM session WHERE member_id = $1 AND token_hash <> decode($2, 'hex')`;
    const [session] = await query(sql, from.memberId, from.tokenHash);
    return () => world.service.bus.call(endListedSession, { ...from, sessionId: Number(session?.id) });
  },
  'asks for the deletion of the account': (from) =>
    Promise.resolve(() => world.service.bus.call(requestDeletion, { ...from, keepsPosts: false })),
};

it.each(Object.keys(REQUESTS))(
  'a request that %s does nothing if its session ends while it waits',
  async (what) => {
    const member = await robbed();
    const ask = await REQUESTS[what]?.(member);
    const before = await waysOf(member);
    const error = await endWhileWaiting(member, ask ?? fail);
    expect(await waysOf(member)).toEqual(before.filter(({ token_hash: hash }) => !isOf(member, hash)));
    expect(error).toMatchObject({ code: 'MEMBER_NOT_FOUND' });
  },
);

const isOf = ({ tokenHash }: Robbed, hash: unknown) =>
  Buffer.isBuffer(hash) && hash.toString('hex') === tokenHash;

const fail = () => Promise.reject(new Error('there is no such request'));
