import { randomInt } from 'node:crypto';
import { toUsername } from './username.js';

const MAX_LENGTH = 20;
const NUMBERED_UP_TO = 4;
const RANDOM_TRIES = 8;
const SUFFIX_DIGITS = 6;
/** Used for a name that has no letters allowed in usernames. */
const NOBODY = 'member';

/**
 * Yields free candidates for a person who brings no username, best first: the name, the e-mail's local part,
 * the first of these with a small number, and finally with random digits, so that one of them is almost
 * certainly free. Each one follows the rules of usernames.
 */
export function* generatedUsernames(name: string, email: string | null): Generator<string> {
  const roots = [name, email?.split('@')[0] ?? ''].map(asRoot).filter((root) => root !== '');
  // A name that is reserved for the site stays reserved with a number.
  const root = roots.find((each) => isValid(suffixed(each, '2'.repeat(SUFFIX_DIGITS)))) ?? NOBODY;
  yield* valid(roots);
  yield* valid(Array.from({ length: NUMBERED_UP_TO - 1 }, (_, index) => suffixed(root, String(index + 2))));
  yield* withRandomDigits(root);
}

/** Yields candidates for a person of whom nothing is known, or may be revealed, except that they are a member. */
export const anonymousUsernames = (): Generator<string> => withRandomDigits(NOBODY);

function* withRandomDigits(root: string): Generator<string> {
  for (let attempt = 0; attempt < RANDOM_TRIES; attempt += 1) {
    yield suffixed(root, String(randomInt(10 ** (SUFFIX_DIGITS - 1), 10 ** SUFFIX_DIGITS)));
  }
}

/** Reduces a text to lower-case letters, digits and single underscores; accents are removed. */
function asRoot(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return trimmed(plain.replace(/[^a-z0-9]+/g, '_'), MAX_LENGTH);
}

const suffixed = (root: string, suffix: string) =>
  `${trimmed(/^[\d_]*$/.test(root) ? NOBODY : root, MAX_LENGTH - suffix.length - 1)}_${suffix}`;

const trimmed = (text: string, length: number) => text.replace(/^_+/, '').slice(0, length).replace(/_+$/, '');

const valid = (usernames: readonly string[]) => usernames.filter(isValid);

/** Rejects what is too short, all digits or reserved for the site. */
function isValid(username: string): boolean {
  try {
    return toUsername(username) === username;
  } catch {
    return false;
  }
}
