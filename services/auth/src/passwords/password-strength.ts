import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** The member whose password is set: their public data is no secret. */
export interface Owner {
  readonly username: string;
  readonly email: string | null;
}

/**
 * A password with a lower score falls to fewer than a million guesses, which a sign-in form allows over time
 * (zxcvbn's levels 0 and 1).
 */
const LOWEST_SCORE = 2;
/**
 * Later characters are ignored, so that no password takes auth more than some 0.1 s. With fewer, a weak password
 * that is repeated passes: what is left of its last repetition counts as something new.
 */
const CHARACTERS_JUDGED = 64;

/** Readings of a password's digits and signs as letters, which take most of that time. With fewer, easy ones pass. */
const READINGS_JUDGED = 50;
const SITE_WORDS = ['likewell', 'like'];

/**
 * Detects 49,000 breached passwords that people chose most often, and their variations: exchanged letters,
 * reversal, dates, keyboard rows. The page's meter uses the same list
 * (`web/src/shared/password/estimate.ts`).
 */
const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  maxLength: CHARACTERS_JUDGED,
  l33tMaxSubstitutions: READINGS_JUDGED,
});

/**
 * Rejects a new password that can be guessed, without calling any external service.
 * @throws AppError PASSWORD_TOO_EASY
 */
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
