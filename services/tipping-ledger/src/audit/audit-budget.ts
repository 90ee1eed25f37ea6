/** The least work of a round on the full read, so that a small ledger is read as a whole each time. */
const LEAST_MS = 5_000;
/** The most work of a round. */
const MOST_MS = 45_000;
/**
 * A full read ends within this time. Just before the next one ends, the last one began twice as long ago, which
 * is to be well within the week of FullReadIsOld.
 */
const FULL_READ_WITHIN_MS = 3 * 24 * 60 * 60_000;
/**
 * A read that has taken longer than the last one is assumed to need this share of the last one's work still.
 */
const STILL_TO_DO = 0.1;

/** The state of the current full read. */
interface FullReadProgress {
  readonly beganAtMs: number;
  readonly workMs: number;
  /** Total work of the last full read; null before the first. */
  readonly lastWorkMs: number | null;
}

/**
 * Returns the work that a round may do on the full read, in milliseconds, after its work on new transfers. It
 * is an even share of the work left until the read is due, at least 5 s; and all of the round's work while no
 * full read has ended yet.
 */
export function fullReadBudgetMs(
  { beganAtMs, workMs, lastWorkMs }: FullReadProgress,
  round: { readonly nowMs: number; readonly everyMs: number; readonly doneMs: number },
): number {
  const most = Math.max(LEAST_MS, MOST_MS - round.doneMs);
  if (lastWorkMs === null) return most;
  const left = Math.max(lastWorkMs - workMs, lastWorkMs * STILL_TO_DO);
  const rounds = (beganAtMs + FULL_READ_WITHIN_MS - round.nowMs) / round.everyMs;
  return Math.min(most, Math.max(LEAST_MS, left / Math.max(1, rounds)));
}

/**
 * The work that a round may do on new transfers, in milliseconds; the full read gets at least its minimum
 * besides.
 */
export const NEWS_BUDGET_MS = MOST_MS - LEAST_MS;
