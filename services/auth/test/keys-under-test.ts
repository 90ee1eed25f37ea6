import { requestEmailChange } from '@likewell/contracts/auth/address-rpc';
import { confirmTotp, beginTotp, finishSecondFactor } from '@likewell/contracts/auth/keys-rpc';
import type { SecondFactorProof } from '@likewell/contracts/auth/keys-rpc';
import { logIn } from '@likewell/contracts/auth/sign-in-rpc';
import { earlyInStep } from '@likewell/testing/totp-app';
import { createHash, randomBytes } from 'node:crypto';
import { codeAt, stepAt } from '../src/totp/totp-code.js';
import { PASSWORD, type AuthUnderTest } from './auth-under-test.js';
import type { AuthService } from './start-auth.js';
import { verifyAddress } from './verified-address.js';

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Makes ten recovery codes for a test, with the hashes that the gateway would send. */
export function newCodes() {
  const codes = Array.from({ length: 10 }, () => randomBytes(10).toString('hex'));
  return { codes, hashes: codes.map(sha256) };
}

/** Registers a member with an authenticator app. */
export async function newTotpMember(world: AuthUnderTest) {
  const member = await world.newMember();
  return { ...member, ...(await addTotp(world, member.memberId)) };
}

/** Auth that is called only. */
interface Called {
  readonly service: Pick<AuthService, 'bus'>;
}

/** Gives a member an authenticator app, as anybody with a confirmed session of theirs can. */
export async function addTotp(world: Called, memberId: number) {
  const secret = randomBytes(20);
  const { bus } = world.service;
  const { codes, hashes } = newCodes();
  await bus.call(beginTotp, { memberId, secret: secret.toString('hex') });
  const code = (steps: number) => codeAt(secret, stepAt(Date.now()) + steps);
  // Uses the previous code, so that a test can use the current one.
  await earlyInStep();
  const shown = { memberId, code: code(-1), recoveryHashes: hashes };
  const { areCodesNew, setId } = await bus.call(confirmTotp, shown);
  return { secret, code, recoveryCodes: codes, areCodesNew, setId };
}

/** Signs in with the password; if a second factor is required, the hash is that of a ticket. */
export async function logInBy(world: AuthUnderTest, username: string, password = PASSWORD) {
  const { tokenHash, ...begun } = await world.service.bus.begin(logIn, { emailOrUser: username, password });
  return { ...begun, hash: tokenHash };
}

/** Requests a change of address, as anybody with a session of this member can. */
export async function beginAddressChange(world: AuthUnderTest, memberId: number) {
  await verifyAddress(world.service.schema.owner, memberId);
  await world.service.bus.call(requestEmailChange, { memberId, email: `${world.newName()}@evil.example` });
  const count = async () => {
    const sql = 'SELECT FROM email_change WHERE member_id = $1';
    return (await world.service.schema.owner.query(sql, [memberId])).rowCount;
  };
  expect(await count()).toBe(1);
  return { count };
}

/** Finishes a sign-in with a second factor; the hash is that of the session. */
export async function finish(world: Called, ticketHash: string, proof: SecondFactorProof) {
  const { tokenHash, ...begun } = await world.service.bus.begin(finishSecondFactor, { ticketHash, proof });
  return { ...begun, hash: tokenHash };
}
