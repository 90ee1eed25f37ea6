import type { ReviewResult } from '../moderation/review-text.js';

/** A part of a provider's response: which kinds of harm it finds, and with what score. */
export interface Flags {
  readonly flagged: boolean;
  readonly categories: Readonly<Record<string, boolean>>;
  readonly category_scores: Readonly<Record<string, number>>;
}

/** Score from which no person has to look. */
const SURE = 0.95;
/** Kinds of harm that nobody may publish. For the other kinds a person has to tell a threat from a crime story. */
const NEVER = new Set([
  'harassment/threatening',
  'hate/threatening',
  'illicit/violent',
  'self-harm/instructions',
  'sexual/minors',
]);
/** Rejected at any score. */
const ALWAYS_REJECTED = 'sexual/minors';
const MAX_REASONS = 5;
const CATEGORY = /^[a-z][a-z/_-]{0,40}$/;

/**
 * Returns the result for a text from the provider's flags: a grave harm with a high score is rejected, any
 * other flag goes to a person. The reasons are the provider's categories, such as `flagged-harassment`.
 */
export function judgeFlags(results: readonly Flags[]): ReviewResult {
  const flagged = results.filter((result) => result.flagged);
  if (flagged.length === 0) return { outcome: 'approve', reasons: [] };
  const scores = flagged.flatMap(({ categories, category_scores: score }) =>
    Object.entries(categories)
      .filter(([category, isFlagged]) => isFlagged && CATEGORY.test(category))
      .map(([category]) => ({ category, score: score[category] ?? 0 })),
  );
  const isSure = scores.some(
    ({ category, score }) => category === ALWAYS_REJECTED || (NEVER.has(category) && score >= SURE),
  );
  const names = scores.sort((a, b) => b.score - a.score).map(({ category }) => category.replaceAll('/', '-'));
  const reasons = [...new Set(names)].slice(0, MAX_REASONS).map((name) => `flagged-${name}`);
  return { outcome: isSure ? 'reject' : 'ask', reasons: reasons.length > 0 ? reasons : ['flagged'] };
}
