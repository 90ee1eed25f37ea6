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
  if (Math.min(one.length, other.length) < MIN_LENGTH_RATIO * Math.max(one.length, other.length))
    return false;
  const [words, otherWords] = [wordsOf(one), wordsOf(other)];
  if (Math.min(words.length, otherWords.length) < MIN_WORDS) return words.join(' ') === otherWords.join(' ');
  const [shingles, otherShingles] = [shinglesOf(words), shinglesOf(otherWords)];
  let shared = 0;
  for (const shingle of shingles) if (otherShingles.has(shingle)) shared += 1;
  return shared >= ALIKE * (shingles.size + otherShingles.size - shared);
}

function shinglesOf(words: readonly string[]): Set<string> {
  const starts = words.slice(0, 1 - SHINGLE_WORDS);
  return new Set(starts.map((_, start) => words.slice(start, start + SHINGLE_WORDS).join(' ')));
}
