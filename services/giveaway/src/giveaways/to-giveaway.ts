import type { Giveaway as GiveawayView, GiveawaySummary } from '@likewell/contracts/giveaway/giveaway';
import type { Giveaway } from './giveaway.entity.js';
import { disputesUntil, statusOf } from './giveaway-status.js';

/** The columns from which a giveaway's summary is made. */
export const SUMMARY_COLUMNS = {
  id: true,
  title: true,
  prize: true,
  audience: true,
  endDate: true,
  startsAt: true,
  snapshotAt: true,
  drawnAt: true,
  isPostponed: true,
} as const;

/** Returns a giveaway as the list shows it at a time. */
export function toSummary(row: Pick<Giveaway, keyof typeof SUMMARY_COLUMNS>, now: Date): GiveawaySummary {
  const { id, title, prize, audience, endDate } = row;
  return { id, title, prize, audience, endDate, status: statusOf(row, now) };
}

/** Returns a giveaway as it is published at a time. */
export function toGiveaway(row: Giveaway, now: Date): GiveawayView {
  const { drawnAt } = row;
  return {
    ...toSummary(row, now),
    rules: row.rules,
    winnersWanted: row.winnersWanted,
    startsAt: row.startsAt.toISOString(),
    snapshotAt: row.snapshotAt.toISOString(),
    drawAt: row.drawAt.toISOString(),
    commitment: row.commitment,
    entriesCount: row.entriesCount,
    drawnAt: drawnAt?.toISOString() ?? null,
    disputesUntil: drawnAt && disputesUntil(drawnAt).toISOString(),
  };
}
