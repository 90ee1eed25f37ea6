/** Marks that change how a letter looks, and characters that show nothing, fillers among them. */
const UNSEEN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Letters of other scripts that look like Latin ones, and digits and signs that are read as letters. */
const LOOKALIKES = 'аеорсхуіѕοαεινı013457@$';
const LATIN = 'aeopcxyisoaeivioieastas';
const WORD = /[\p{L}\p{N}]+/gu;
const LETTER_OR_SIGN = /[\p{L}\p{N}@$]+/gu;

/** Single characters that decompose into whole sentences; decomposed they would make a text many times as long. */
const SENTENCES = /[\ufdfa\ufdfb]/g;

/** Marks go first: to order many in a row takes time that grows with the square of their number. */
const plain = (text: string) =>
  text.replace(SENTENCES, ' ').replace(UNSEEN, '').normalize('NFKD').replace(UNSEEN, '').toLowerCase();

/** Returns the words of a text in lower case, without accents and invisible characters. */
export function wordsOf(text: string): string[] {
  return plain(text).match(WORD) ?? [];
}

/** Returns the words of a text as a reader would understand them when its author disguises them: `fr33` as `free`. */
export function readWords(text: string): string[] {
  const words = plain(text).match(LETTER_OR_SIGN) ?? [];
  return words.map((word) => Array.from(word, asLatin).join(''));
}

function asLatin(sign: string): string {
  const place = LOOKALIKES.indexOf(sign);
  return LATIN[place] ?? sign;
}
