import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;
const PUBLIC_TOKEN_BYTES = 9;

/** A fresh session token: 256 random bits. */
export function newSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What is kept of a token, in hex. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A fresh referral code; it is no secret but must not be guessed from a member's id. */
export function newPublicToken(): string {
  return randomBytes(PUBLIC_TOKEN_BYTES).toString('base64url');
}
