import { AppError } from '@likewell/contracts/core/app-error';
import { authErrors } from '@likewell/contracts/auth/errors';
import { isReserved } from './reserved-usernames.js';

const ALLOWED = /^[a-z0-9_]{3,20}$/;
const ONLY_DIGITS = /^\d+$/;

/**
 * Returns a username in its stored form: lower case, 3 to 20 of `a-z0-9_`, not all digits, and nothing that
 * looks like a name reserved for the site.
 * @throws AppError USERNAME_INVALID, USERNAME_RESERVED
 */
export function toUsername(text: string): string {
  const username = text.toLowerCase();
  if (!ALLOWED.test(username) || ONLY_DIGITS.test(username)) throw new AppError(authErrors.USERNAME_INVALID);
  if (isReserved(username)) throw new AppError(authErrors.USERNAME_RESERVED);
  return username;
}
