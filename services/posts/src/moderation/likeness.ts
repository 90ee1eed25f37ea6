import { plainOf, wordsOf } from './words.js';

/** More than a text of usual words has; but one of 10,000 signs may stand for twice as many words. */
const MAX_WORDS = 2000;
const SHINGLE_WORDS = 3;
/** Shorter texts are alike only when they are equal: texts of a few words resemble each other by chance. */
const MIN_WORDS = 12;
/** Ratio of the shorter to the longer length below which two texts cannot share enough. */
const MIN_LENGTH_RATIO = 0.6;
/** The share of three-word runs of either text that both must contain (Broder, 1997). */
const ALIKE = 0.75;

/** A text as it is compared: its first words, the different runs of three of them, and which lengths can be alike. */
export interface ComparedText {
  readonly words: readonly string[];
  readonly shingles: ReadonlySet<string>;
  readonly lengths: { readonly min: number; readonly max: number };
}

/** Reads a text to compare it with several. */
export function readToCompare(text: string, plain = plainOf(text)): ComparedText {
  const words = wordsOf(plain, MAX_WORDS);
  return { words, shingles: shinglesOf(words), lengths: lengthsAlike(text) };
}

/** Returns true when one text is nearly the other: a copy with a few words or punctuation marks changed. */
export function areAlike({ words, shingles, lengths }: ComparedText, text: string): boolean {
  const length = lengthOf(text);
  if (length < lengths.min || length > lengths.max) return false;
  const other = readToCompare(text);
  if (Math.min(words.length, other.words.length) < MIN_WORDS)
    return words.join(' ') === other.words.join(' ');
  let shared = 0;
  for (const shingle of shingles) if (other.shingles.has(shingle)) shared += 1;
  return shared >= ALIKE * (shingles.size + other.shingles.size - shared);
}

/** Returns the share of a text's runs of three words that it says again. */
export function repeatedShare({ words, shingles }: ComparedText): number {
  return 1 - shingles.size / (words.length + 1 - SHINGLE_WORDS);
}

/**
 * Returns the lengths, as {@link lengthOf} counts them, of the texts that can be alike to a text. Invisible characters,
 * spaces and empty lines count, too: the rule `hidden-characters` keeps them from moving a copy out of the range.
 */
export function lengthsAlike(text: string): { min: number; max: number } {
  const length = lengthOf(text);
  return { min: Math.ceil(MIN_LENGTH_RATIO * length), max: Math.floor(length / MIN_LENGTH_RATIO) };
}

/** Returns the length of a text in code points, as Postgres counts it. */
export const lengthOf = (text: string) => Array.from(text).length;

function shinglesOf(words: readonly string[]): Set<string> {
  const starts = words.slice(0, 1 - SHINGLE_WORDS);
  return new Set(starts.map((_, start) => words.slice(start, start + SHINGLE_WORDS).join(' ')));
}
