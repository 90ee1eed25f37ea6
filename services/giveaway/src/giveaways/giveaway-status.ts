import type { GiveawayStatus } from '@likewell/contracts/giveaway/giveaway';

/** How long a result may be disputed (spec, section 9). */
const DISPUTE_MS = 30 * 86_400_000;

interface Times {
  readonly startsAt: Date;
  readonly snapshotAt: Date;
  readonly drawnAt: Date | null;
  readonly isPostponed: boolean;
}

/** Returns the status of a giveaway at a time. It is derived from what is settled, so no job has to change it. */
export function statusOf({ startsAt, snapshotAt, drawnAt, isPostponed }: Times, now: Date): GiveawayStatus {
  if (drawnAt !== null) return now < disputesUntil(drawnAt) ? 'drawn' : 'final';
  if (now >= snapshotAt) return isPostponed ? 'postponed' : 'locked';
  return now < startsAt ? 'upcoming' : 'active';
}

/** Returns when the result of a draw becomes final. */
export const disputesUntil = (drawnAt: Date): Date => new Date(drawnAt.getTime() + DISPUTE_MS);
