import { confirmTotp, beginTotp, finishSecondFactor } from '@likewell/contracts/auth/keys-rpc';
import type { SecondFactorProof } from '@likewell/contracts/auth/keys-rpc';
import { logIn } from '@likewell/contracts/auth/rpc';
import { earlyInStep } from '@likewell/testing/totp-app';
import { createHash, randomBytes } from 'node:crypto';
import { codeAt, stepAt } from '../src/totp/totp-code.js';
import { PASSWORD, type AuthUnderTest } from './auth-under-test.js';

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const newHash = () => randomBytes(32).toString('hex');

/** Ten recovery codes of a test, and what the gateway would send of them. */
export function newCodes() {
  const codes = Array.from({ length: 10 }, () => randomBytes(10).toString('hex'));
  return { codes, hashes: codes.map(sha256) };
}

/** A member with an app for codes. */
export async function newTotpMember(world: AuthUnderTest) {
  const member = await world.newMember();
  const secret = randomBytes(20);
  const { bus } = world.service;
  const { codes, hashes } = newCodes();
  await bus.call(beginTotp, { memberId: member.memberId, secret: secret.toString('hex') });
  const code = (steps: number) => codeAt(secret, stepAt(Date.now()) + steps);
  // The one before, so that a test can use that of now.
  await earlyInStep();
  const shown = { memberId: member.memberId, code: code(-1), recoveryHashes: hashes };
  const { areCodesNew } = await bus.call(confirmTotp, shown);
  return { ...member, secret, code, recoveryCodes: codes, areCodesNew };
}

/** Signs in with the password; the hash is of a ticket where a second factor is wanted. */
export async function logInBy(world: AuthUnderTest, username: string, password = PASSWORD) {
  const sessionHash = newHash();
  const response = await world.service.bus.call(logIn, { emailOrUser: username, password, sessionHash });
  return { ...response, hash: sessionHash };
}

/** Ends a sign-in with a second factor; the hash is of the session. */
export async function finish(world: AuthUnderTest, ticketHash: string, proof: SecondFactorProof) {
  const sessionHash = newHash();
  const response = await world.service.bus.call(finishSecondFactor, { ticketHash, proof, sessionHash });
  return { ...response, hash: sessionHash };
}
