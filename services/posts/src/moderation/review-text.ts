import { findBlocked, type BlockedWords } from './blocked-words.js';
import { areAlike } from './likeness.js';
import { wordsOf } from './words.js';

/** A text as its author proposed it. */
export interface Text {
  readonly title: string;
  readonly body: string;
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
  readonly earlier: readonly Text[];
}

type Finding = Exclude<ReviewResult['outcome'], 'approve'> | null;

const LINK = /\bhttps?:\/\/|\bwww\./gi;
const MANY_LINKS = 5;
const ONLY_LINKS = 25;

const SAME_SIGN = /(\S)\1{39}/u;
const MIN_WORDS_TO_REPEAT = 60;
const PHRASE_WORDS = 3;
const REPEATED_SHARE = 0.6;

const MIN_LETTERS_TO_SHOUT = 60;
const SHOUTED_SHARE = 0.7;

/** One copy may be a mistake; the fourth copy of a long text is not. */
const COPIES_TO_REJECT = 3;
/** A short text may well occur twice: "Good morning". */
const SHORT_WORDS = 12;
const SHORT_COPIES_TO_ASK = 3;

const RULES: Record<string, (text: string, context: ReviewContext) => Finding> = {
  'blocked-words': (text, { blocked }) => findBlocked(text, blocked),
  'many-links': judgeLinks,
  repeats: judgeRepeats,
  shouting: judgeShouting,
  'near-duplicate': judgeCopies,
};

/** The local part of the automatic check (ADR 0040). The most serious finding decides. */
export function reviewText(text: Text, context: ReviewContext): ReviewResult {
  const whole = wholeOf(text);
  const findings = Object.entries(RULES).map(([reason, judge]) => ({
    reason,
    found: judge(whole, context),
  }));
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

/** Finds one character repeated many times, or a few words over and over. */
function judgeRepeats(text: string): Finding {
  if (SAME_SIGN.test(text)) return 'ask';
  const words = wordsOf(text);
  if (words.length < MIN_WORDS_TO_REPEAT) return null;
  const phrases = words
    .slice(0, 1 - PHRASE_WORDS)
    .map((_, start) => words.slice(start, start + PHRASE_WORDS));
  const different = new Set(phrases.map((phrase) => phrase.join(' '))).size;
  return 1 - different / phrases.length > REPEATED_SHARE ? 'ask' : null;
}

function judgeShouting(text: string): Finding {
  const upper = text.match(/\p{Lu}/gu)?.length ?? 0;
  const cased = upper + (text.match(/\p{Ll}/gu)?.length ?? 0);
  return cased >= MIN_LETTERS_TO_SHOUT && upper > SHOUTED_SHARE * cased ? 'ask' : null;
}

function judgeCopies(text: string, { earlier }: ReviewContext): Finding {
  const copies = earlier.filter((other) => areAlike(text, wholeOf(other))).length;
  if (wordsOf(text).length < SHORT_WORDS) return copies >= SHORT_COPIES_TO_ASK ? 'ask' : null;
  if (copies >= COPIES_TO_REJECT) return 'reject';
  return copies > 0 ? 'ask' : null;
}
