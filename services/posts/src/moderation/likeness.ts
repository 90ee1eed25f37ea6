import { wordsOf } from './words.js';

const SHINGLE_WORDS = 3;
/** Shorter texts are alike only when they are equal: texts of a few words resemble each other by chance. */
const MIN_WORDS = 12;
/** Ratio of the shorter to the longer length below which two texts cannot share enough. */
const MIN_LENGTH_RATIO = 0.6;
/** The share of three-word runs of either text that both must contain (Broder, 1997). */
const ALIKE = 0.75;

/** Returns true when one text is nearly the other: a copy with a few words or punctuation marks changed. */
export function areAlike(one: string, other: string): boolean {
  const { min, max } = lengthsAlike(one);
  const length = lengthOf(other);
  if (length < min || length > max) return false;
  const [words, otherWords] = [wordsOf(one), wordsOf(other)];
  if (Math.min(words.length, otherWords.length) < MIN_WORDS) return words.join(' ') === otherWords.join(' ');
  const [shingles, otherShingles] = [shinglesOf(words), shinglesOf(otherWords)];
  let shared = 0;
  for (const shingle of shingles) if (otherShingles.has(shingle)) shared += 1;
  return shared >= ALIKE * (shingles.size + otherShingles.size - shared);
}

/** Returns the lengths, as Postgres counts them, of the texts that can be alike to a text. */
export function lengthsAlike(text: string): { min: number; max: number } {
  const length = lengthOf(text);
  return { min: Math.ceil(MIN_LENGTH_RATIO * length), max: Math.floor(length / MIN_LENGTH_RATIO) };
}

const lengthOf = (text: string) => Array.from(text).length;

function shinglesOf(words: readonly string[]): Set<string> {
  const starts = words.slice(0, 1 - SHINGLE_WORDS);
  return new Set(starts.map((_, start) => words.slice(start, start + SHINGLE_WORDS).join(' ')));
}
