/** Marks that change how a letter looks, and characters that show nothing, fillers among them. */
const UNSEEN = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
const WORD = /[\p{L}\p{N}]+/gu;
/**
 * Small letters of other scripts that look like Latin ones, and digits and signs that are read as letters. As in names
 * (ADR 0112) i and l are one: a 1 is either, and so is a capital I.
 */
const asLatin = replacer('аеорсхуіѕјԁһԛԝοαεινρυı013457@$iӏɡոսօѵ', 'aeopcxylsjdhqwoaelvpuloleastasllgnuov');
/** Capitals that look like Latin ones and whose small letters do not, or like another. */
const capitalsAsLatin = replacer('ВКМНТΒΖΗΚΜΝΤΥΧ', 'BKMHTBZHKMNTYX');

/** Single characters that decompose into whole sentences; decomposed they would make a text many times as long. */
const SENTENCES = /[\ufdfa\ufdfb]/g;

/**
 * Returns a text as a reader understands it where its author disguises it: in lower case, without accents and
 * invisible characters, `fr33` as `free`. In this form words are searched. One character may become seven.
 */
export const plainOf = (text: string): string => readPlain(bareOf(text));

/**
 * Returns the plain form of a text, and a second one if it has capitals that look like Latin ones: in it these are
 * read so, which would break words that are really in their script, such as `ВОТ`.
 */
export function plainReadings(text: string): readonly [plain: string, ...more: string[]] {
  const bare = bareOf(text);
  const latin = capitalsAsLatin(bare);
  return latin === bare ? [readPlain(bare)] : [readPlain(bare), readPlain(latin)];
}

const readPlain = (bare: string): string => asLatin(bare.toLowerCase());

/** Marks go first: to order many in a row takes time that grows with the square of their number. */
const bareOf = (text: string): string =>
  text.replace(SENTENCES, ' ').replace(UNSEEN, '').normalize('NFKD').replace(UNSEEN, '');

/** Returns the words of a plain text, the first `max` of them. */
export function wordsOf(plain: string, max = Infinity): string[] {
  const words: string[] = [];
  for (const [word] of plain.matchAll(WORD)) {
    if (words.push(word) === max) break;
  }
  return words;
}

/** Returns a function that replaces each of the characters by the one at the same position among the others. */
function replacer(characters: string, others: string): (text: string) => string {
  const pattern = new RegExp(`[${characters}]`, 'g');
  return (text) => text.replace(pattern, (found) => others.charAt(characters.indexOf(found)));
}
