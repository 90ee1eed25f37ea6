import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A fresh session token: 256 random bits. */
export function newSessionToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** What is kept of a token, in hex. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
