import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** Whose password it is to be: what others know of them is no secret. */
interface Owner {
  readonly username: string;
  readonly email: string | null;
}

/** Below a million guesses a password falls to who asks a sign-in form for a while (zxcvbn's levels 0 and 1). */
const LOWEST_SCORE = 2;
/** What lies behind is not looked at, so that no password takes auth more than a tenth of a second. */
const CHARACTERS_JUDGED = 64;
const SITE_WORDS = ['likewell', 'like'];

/**
 * 49,000 passwords that people chose most often and that were breached, with what one makes of them: letters exchanged,
 * turned round, dates, rows of the keyboard. The page's meter has the same (`web/src/shared/password/estimate.ts`).
 */
const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: CHARACTERS_JUDGED });

/** Rejects a new password that somebody would guess, without asking anybody outside. @throws AppError PASSWORD_TOO_EASY */
export function assertStrong(password: string, { username, email }: Owner): void {
  const names = namesOf(username, email);
  const typed = password.toLowerCase();
  if (names.includes(typed)) {
    const message = 'Your name or address is no password. Choose one that nobody can read off your profile.';
    throw new AppError(authErrors.PASSWORD_TOO_EASY, { message });
  }
  const { score } = estimator.check(password, [...names, ...SITE_WORDS]);
  if (score < LOWEST_SCORE) throw new AppError(authErrors.PASSWORD_TOO_EASY);
}

function namesOf(username: string, email: string | null): string[] {
  const address = email === null ? [] : [email, ...email.split('@')];
  return [username, ...address].map((name) => name.toLowerCase());
}
