import { authErrors } from '@likewell/contracts/auth/errors';
import type { SecondFactorWay } from '@likewell/contracts/auth/second-factor-way';
import { AppError } from '@likewell/contracts/core/app-error';
import { hash, randomBytes } from 'node:crypto';
import type { NewSession } from './sign-in.guard.js';

const TOKEN_BYTES = 32;

/** A token of 256 random bits. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/**
 * Has auth begin a session whose token is made here: 256 random bits, of which auth, and whoever listens on the way there,
 * only ever see the hash.
 * Where the account has a second factor, what was made is the ticket to show it with.
 * @param signIn the call of auth that begins it
 * @throws AppError SECOND_FACTOR_NEEDED, and what that call throws
 */
export async function beginSession(
  signIn: (session: { sessionHash: string }) => Promise<NewSession & { secondFactor?: SecondFactorWay[] }>,
): Promise<NewSession> {
  const made = newToken();
  const { token, member, secondFactor: ways } = await signIn({ sessionHash: hash('sha256', made) });
  if (ways) throw new AppError(authErrors.SECOND_FACTOR_NEEDED, { details: { ticket: made, ways } });
  // Auth of the version before makes its own.
  return { token: token === '' ? made : token, member };
}
