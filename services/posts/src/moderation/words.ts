/** Marks that change how a letter looks, and characters that show nothing, fillers among them. */
const UNSEEN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Letters of other scripts that look like Latin ones, and digits and signs that are read as letters. */
const LOOKALIKES = 'аеорсхуіѕοαεινı013457@$';
const LATIN = 'aeopcxyisoaeivioieastas';
const LOOKALIKE = new RegExp(`[${LOOKALIKES}]`, 'g');
const WORD = /[\p{L}\p{N}]+/gu;
const LETTER_OR_SIGN = /[\p{L}\p{N}@$]+/gu;

/** Single characters that decompose into whole sentences; decomposed they would make a text many times as long. */
const SENTENCES = /[\ufdfa\ufdfb]/g;

/**
 * Returns a text in lower case, without accents and invisible characters: the form in which words are searched. One
 * character may become seven. Marks go first: to order many in a row takes time that grows with the square of their
 * number.
 */
export const plainOf = (text: string): string =>
  text.replace(SENTENCES, ' ').replace(UNSEEN, '').normalize('NFKD').replace(UNSEEN, '').toLowerCase();

/** Returns the first words of a plain text, up to `max`. */
export function wordsOf(plain: string, max: number): string[] {
  const words: string[] = [];
  for (const [word] of plain.matchAll(WORD)) {
    if (words.push(word) === max) break;
  }
  return words;
}

/** Returns the words of a plain text as a reader understands them where its author disguises them: `fr33` as `free`. */
export function readWords(plain: string): string[] {
  return plain.replace(LOOKALIKE, asLatin).match(LETTER_OR_SIGN) ?? [];
}

const asLatin = (sign: string) => LATIN.charAt(LOOKALIKES.indexOf(sign));
