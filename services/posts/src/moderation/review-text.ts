import { findBlocked, type BlockedWords } from './blocked-words.js';
import { areAlike, lengthOf, readToCompare, repeatedShare, type ComparedText } from './likeness.js';
import { plainReadings } from './words.js';

/** A text as its author proposed it. */
export interface Text {
  readonly title: string;
  readonly body: string;
}

/** A text of another post of the same author. */
export interface EarlierText extends Text {
  readonly postId: number;
}

/**
 * The result of the local rules for a text: publish it, reject it, or let a person decide, with the codes of
 * the reasons.
 */
export interface ReviewResult {
  readonly outcome: 'approve' | 'reject' | 'ask';
  readonly reasons: readonly string[];
}

/**
 * The result of the whole check: `postpone` where the provider could not be asked, so that nothing is known
 * yet; `hold` where it did not take the text, so that nobody but its author may see it meanwhile either.
 */
export interface CheckResult {
  readonly outcome: ReviewResult['outcome'] | 'postpone' | 'hold';
  readonly reasons: readonly string[];
}

/** The data that a text is compared with. */
export interface ReviewContext {
  readonly blocked: BlockedWords;
  /** Texts of the author's latest other posts, as far as they are long and short enough to be alike. */
  readonly earlier: readonly EarlierText[];
}

/** A text as the rules read it, once for all of them. */
interface ReadText {
  readonly whole: string;
  readonly readings: readonly string[];
  readonly compared: ComparedText;
}

type Finding = Exclude<ReviewResult['outcome'], 'approve'> | null;

const LINK = /\bhttps?:\/\/|\bwww\./gi;
const MANY_LINKS = 5;
const ONLY_LINKS = 25;

const SAME_SIGN = /(\S)\1{39}/u;
/** Marks drawn over one letter, which reach over what is above it. Tibetan writes eight. */
const STACKED_MARKS = /(?:\p{M}\p{Cf}*){9}/u;
const MIN_WORDS_TO_REPEAT = 60;
const REPEATED_SHARE = 0.6;

const HIDDEN = /\p{Default_Ignorable_Code_Point}/gu;
/** An emoji with what belongs to it: a flag's tags, or the choice of its look and a joiner before the next one. */
const EMOJI =
  /\u{1f3f4}[\u{e0020}-\u{e007f}]{1,7}|[\p{Extended_Pictographic}\d#*]\p{Emoji_Modifier}?[\ufe0e\ufe0f]?(?:\u200d(?=\p{Extended_Pictographic}))?/gu;
/** With fewer, neither of two copies is so much longer than the other that they are not compared (MIN_LENGTH_RATIO). */
const HIDDEN_SHARE = 0.25;

const MIN_LETTERS_TO_SHOUT = 60;
const SHOUTED_SHARE = 0.7;

/** One copy may be a mistake; the fourth copy of a long text is not. */
const COPIES_TO_REJECT = 3;
/** A short text may well occur twice: "Good morning". */
const SHORT_WORDS = 12;
const SHORT_COPIES_TO_ASK = 3;

const RULES: Record<string, (text: ReadText, context: ReviewContext) => Finding> = {
  'blocked-words': ({ readings }, { blocked }) => findBlocked(readings, blocked),
  'many-links': ({ whole }) => judgeLinks(whole),
  repeats: judgeRepeats,
  shouting: ({ whole }) => judgeShouting(whole),
  'hidden-characters': ({ whole }) => judgeHidden(whole),
  'near-duplicate': judgeCopies,
};

/** The local part of the automatic check (ADR 0040). The most serious finding decides. */
export function reviewText(text: Text, context: ReviewContext): ReviewResult {
  const whole = wholeOf(text);
  const readings = plainReadings(whole);
  const read = { whole, readings, compared: readToCompare(whole, readings[0]) };
  return resultOf(Object.entries(RULES).map(([reason, judge]) => ({ reason, found: judge(read, context) })));
}

/** The one local rule that can judge the same text otherwise later: operators change the list of blocked words. */
export function reviewBlockedWords(text: Text, blocked: BlockedWords): ReviewResult {
  return resultOf([{ reason: 'blocked-words', found: findBlocked(plainReadings(wholeOf(text)), blocked) }]);
}

function resultOf(findings: readonly { reason: string; found: Finding }[]): ReviewResult {
  for (const outcome of ['reject', 'ask'] as const) {
    const reasons = findings.filter(({ found }) => found === outcome).map(({ reason }) => reason);
    if (reasons.length > 0) return { outcome, reasons };
  }
  return { outcome: 'approve', reasons: [] };
}

/** Returns a text as it is compared and searched. */
export const wholeOf = ({ title, body }: Text) => `${title}\n${body}`;

function judgeLinks(text: string): Finding {
  const links = text.match(LINK)?.length ?? 0;
  if (links <= MANY_LINKS) return null;
  return links > ONLY_LINKS ? 'reject' : 'ask';
}

/** Finds one character repeated many times, many marks on one letter, or a few words over and over. */
function judgeRepeats({ whole, compared }: ReadText): Finding {
  if (SAME_SIGN.test(whole) || STACKED_MARKS.test(whole)) return 'ask';
  if (compared.words.length < MIN_WORDS_TO_REPEAT) return null;
  return repeatedShare(compared) > REPEATED_SHARE ? 'ask' : null;
}

function judgeShouting(text: string): Finding {
  const upper = text.match(/\p{Lu}/gu)?.length ?? 0;
  const cased = upper + (text.match(/\p{Ll}/gu)?.length ?? 0);
  return cased >= MIN_LETTERS_TO_SHOUT && upper > SHOUTED_SHARE * cased ? 'ask' : null;
}

/** Finds characters that show nothing: beyond those that emoji consist of, and beyond the gaps that readers see. */
function judgeHidden(text: string): Finding {
  const hidden = text.replace(EMOJI, '').match(HIDDEN)?.length ?? 0;
  const gaps = text.length - withSeenGaps(text).length;
  return hidden + gaps > HIDDEN_SHARE * lengthOf(text) ? 'ask' : null;
}

/** Returns a text without the spaces at a line's end, with 16 of a longer run, and with one of several empty lines. */
const withSeenGaps = (text: string) =>
  text
    .replace(/([^\S\n]{16})[^\S\n]+/g, '$1')
    .replace(/[^\S\n]{1,16}\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n');

function judgeCopies({ compared }: ReadText, { earlier }: ReviewContext): Finding {
  const copies = countCopies(compared, earlier);
  if (compared.words.length < SHORT_WORDS) return copies >= SHORT_COPIES_TO_ASK ? 'ask' : null;
  if (copies >= COPIES_TO_REJECT) return 'reject';
  return copies > 0 ? 'ask' : null;
}

/** Counts the posts with a copy among earlier texts until there are as many as decide. */
function countCopies(compared: ComparedText, earlier: readonly EarlierText[]): number {
  const copies = new Set<number>();
  for (const other of earlier) {
    if (!copies.has(other.postId) && areAlike(compared, wholeOf(other))) copies.add(other.postId);
    if (copies.size >= Math.max(COPIES_TO_REJECT, SHORT_COPIES_TO_ASK)) break;
  }
  return copies.size;
}
