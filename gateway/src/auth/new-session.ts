import { hash, randomBytes } from 'node:crypto';
import type { NewSession } from './sign-in.guard.js';

const TOKEN_BYTES = 32;

/**
 * Has auth begin a session whose token is made here: 256 random bits, of which auth, and whoever listens on the way there,
 * only ever see the hash.
 * @param signIn the call of auth that begins it
 */
export async function beginSession(
  signIn: (session: { sessionHash: string }) => Promise<NewSession>,
): Promise<NewSession> {
  const made = randomBytes(TOKEN_BYTES).toString('base64url');
  const { token, member } = await signIn({ sessionHash: hash('sha256', made) });
  // Auth of the version before makes its own.
  return { token: token === '' ? made : token, member };
}
