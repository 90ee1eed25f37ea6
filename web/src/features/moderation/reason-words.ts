import type { Judgement } from './moderation.api';

/** The code of a rejection. */
export type RejectionReason = Extract<Judgement, { verdict: 'reject' }>['reason'];

/** Reasons for a rejection, in the order of the keys 1 to 7. */
export const REJECTION_REASONS: { value: RejectionReason; label: string }[] = [
  { value: 'spam', label: 'Spam or advertising' },
  { value: 'scam', label: 'Scam or fraud' },
  { value: 'abuse', label: 'Harassment or hate' },
  { value: 'sexual', label: 'Sexual content' },
  { value: 'violence', label: 'Violence or self-harm' },
  { value: 'illegal', label: 'Something illegal' },
  { value: 'other', label: 'Something else' },
];

const CHECKS: Record<string, string> = {
  'many-links': 'Many links',
  repeats: 'Repeats itself',
  shouting: 'All capitals',
  'hidden-characters': 'Hidden characters',
  'blocked-words': 'Blocked words',
  'near-duplicate': 'Copy of an earlier post',
  'provider-unavailable': 'Not checked by the provider',
};

/** Returns a reason's code in words, whether a moderator or the automatic check gave it. */
export function reasonWords(code: string): string {
  const known = REJECTION_REASONS.find(({ value }) => value === code)?.label ?? CHECKS[code];
  if (known !== undefined) return known;
  const words = code.replace(/^flagged-?/, '').replace(/[-_/]+/g, ' ');
  return words === '' ? 'Flagged by the provider' : `Flagged: ${words}`;
}
