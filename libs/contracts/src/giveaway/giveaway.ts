import { z } from 'zod';
import { id } from '../core/ids.js';

/**
 * State of a giveaway: `upcoming` until it starts, `active` until its snapshot, `locked` until its draw, or
 * `postponed` once the draw was postponed; `drawn` while its result may be disputed, `final` after that.
 */
export const giveawayStatus = z.enum(['upcoming', 'active', 'locked', 'postponed', 'drawn', 'final']);
export type GiveawayStatus = z.output<typeof giveawayStatus>;

/** 32 bytes in hex: a hash, a seed or a ticket. */
export const hex32 = z.string().regex(/^[0-9a-f]{64}$/);

const time = z.iso.datetime();

/** A giveaway as the list shows it. */
export const giveawaySummary = z.object({
  id,
  title: z.string(),
  prize: z.string(),
  audience: z.string(),
  /** The last day on which entries count, in America/New_York. */
  endDate: z.iso.date(),
  status: giveawayStatus,
});
export type GiveawaySummary = z.output<typeof giveawaySummary>;

/** A giveaway with its rules, its times, and the parts of its draw that are published so far. */
export const giveaway = giveawaySummary.extend({
  rules: z.string(),
  winnersWanted: z.int().positive(),
  startsAt: time,
  /** 23:59:00 in New York on the end date. */
  snapshotAt: time,
  /** Noon in New York; the first block after it decides. A day later for each postponement. */
  drawAt: time,
  /** SHA-256 of the entries; null until the snapshot, as is their number. */
  commitment: hex32.nullable(),
  entriesCount: z.int().nonnegative().nullable(),
  drawnAt: time.nullable(),
  disputesUntil: time.nullable(),
});
export type Giveaway = z.output<typeof giveaway>;
