import { createHash } from 'node:crypto';

/** Returns the stored hash of a token, in hex. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
