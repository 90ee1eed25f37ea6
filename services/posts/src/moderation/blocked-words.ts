import { plainOf, wordsOf } from './words.js';

/** The consequence for a text that contains a blocked phrase. */
type Severity = 'ask' | 'reject';

/** The phrases that operators block, each as a list of words, by the first word. */
export type BlockedWords = ReadonlyMap<string, readonly { words: readonly string[]; severity: Severity }[]>;

const LINE = /^(ask|reject):(.+)$/;

/**
 * Parses the list: one phrase per line after `ask:` or `reject:`, and comments after `#`.
 * @throws Error that names the first line that is neither
 */
export function parseBlockedWords(text: string): BlockedWords {
  const phrases = new Map<string, { words: string[]; severity: Severity }[]>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const meant = line.replace(/#.*$/, '').trim();
    if (meant === '') continue;
    const [, severity, phrase = ''] = LINE.exec(meant) ?? [];
    const words = wordsOf(plainOf(phrase));
    const [first] = words;
    if (severity === undefined || first === undefined) {
      throw new Error(`line ${index + 1} is no "ask: …" and no "reject: …"`);
    }
    phrases.set(first, [...(phrases.get(first) ?? []), { words, severity: severity as Severity }]);
  }
  return phrases;
}

/** Returns the highest severity among the blocked phrases in any reading of a text; null when there are none. */
export function findBlocked(readings: readonly string[], blocked: BlockedWords): Severity | null {
  const found = readings.map((plain) => findIn(wordsOf(plain), blocked));
  return (['reject', 'ask'] as const).find((severity) => found.includes(severity)) ?? null;
}

function findIn(words: readonly string[], blocked: BlockedWords): Severity | null {
  let found: Severity | null = null;
  for (const [start, word] of words.entries()) {
    for (const phrase of blocked.get(word) ?? []) {
      if (!phrase.words.every((expected, index) => words[start + index] === expected)) continue;
      if (phrase.severity === 'reject') return 'reject';
      found = 'ask';
    }
  }
  return found;
}
