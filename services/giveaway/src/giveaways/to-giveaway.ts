import type { Giveaway } from '@likewell/contracts/giveaway/giveaway';
import type { GiveawayEntity } from './giveaway.entity.js';
import { disputesUntil, statusOf } from './giveaway-status.js';

/** A giveaway as it is published at a time. */
export function toGiveaway(row: GiveawayEntity, now: Date): Giveaway {
  const { drawnAt } = row;
  return {
    id: row.id,
    title: row.title,
    prize: row.prize,
    audience: row.audience,
    endDate: row.endDate,
    status: statusOf(row, now),
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
