import { authErrors } from '@likewell/contracts/auth/errors';
import type { logIn } from '@likewell/contracts/auth/sign-in-rpc';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcOutput } from '@likewell/contracts/core/define-rpc';
import { hash, randomBytes } from 'node:crypto';
import type { SessionStore } from '../request/session-store.js';
import type { NewSession } from './sign-in.guard.js';

const TOKEN_BYTES = 32;

/** Returns a token of 256 random bits. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/**
 * Begins a session in auth with a token that is made here. Auth and the bus only ever see the hash of these
 * 256 random bits. If the account has a second factor, the token is the ticket for that step.
 * @param sessions records the new token, so that it is accepted even from a network that presents many
 *   invalid ones
 * @param signIn the call of auth that begins it
 * @throws AppError SECOND_FACTOR_NEEDED, and what that call throws
 */
export async function beginSession(
  sessions: Pick<SessionStore, 'recordBegun'>,
  signIn: (session: { sessionHash: string }) => Promise<RpcOutput<typeof logIn>>,
): Promise<NewSession> {
  const token = newToken();
  const sessionHash = hash('sha256', token);
  const { member, secondFactor: ways } = await signIn({ sessionHash });
  if (ways) throw new AppError(authErrors.SECOND_FACTOR_NEEDED, { details: { ticket: token, ways } });
  await sessions.recordBegun(sessionHash);
  return { token, member };
}
