/** Work that a round gives the full read at least, so that a small ledger is read whole each time. */
const LEAST_MS = 5_000;
/** All work of a round at most. */
const MOST_MS = 45_000;
/** A full read ends within these, so that every row is read again well within a week. */
const FULL_READ_WITHIN_MS = 5 * 24 * 60 * 60_000;
/** A read that has taken longer than the last one is taken to need this part of it still. */
const STILL_TO_DO = 0.1;

/** Where the full read under way stands. */
interface FullReadProgress {
  readonly beganAtMs: number;
  readonly workMs: number;
  /** What the last one took as a whole; null before the first. */
  readonly lastWorkMs: number | null;
}

/**
 * How much work a round may do on the full read, in milliseconds, when it has done some on what is new: its even share
 * of what is left until the read is due, at least 5 s, and all that a round has while none has ended yet.
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

/** How much work a round may do on what is new, in milliseconds; the full read has its least share besides. */
export const NEWS_BUDGET_MS = MOST_MS - LEAST_MS;
