import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import { hash } from 'node:crypto';

/** A link of a mail that somebody opened, as sent to auth: only the hash of its secret leaves the gateway. */
export const openedLink = (
  { token }: { readonly token: string },
  origin: RequestOrigin,
): { tokenHash: string; origin: RequestOrigin } => ({
  tokenHash: hash('sha256', token),
  origin,
});
