import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** The same words as at the server, which decides (`services/auth/src/passwords/password-strength.ts`). */
const SITE_WORDS = ['likewell', 'like'];
const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  maxLength: 64,
  l33tMaxSubstitutions: 50,
});

/**
 * Returns how hard a password is to guess, from 0 to 4; the server accepts none below 2. @param names that
 * others know of its owner
 */
export function estimate(password: string, names: readonly string[]): number {
  const known = names.flatMap((name) => [name, ...name.split('@')]).map((name) => name.toLowerCase());
  return known.includes(password.toLowerCase())
    ? 0
    : estimator.check(password, [...known, ...SITE_WORDS]).score;
}
