import { drawBlock, type DrawBlock, type Winner as WinnerView } from '@likewell/contracts/giveaway/proof';
import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryValue } from '@likewell/service-kit/database/query-rows';
import { IsNull } from 'typeorm';
import { z } from 'zod';
import { FORM_CHANGED } from '../entries/account.js';
import { Giveaway } from '../giveaways/giveaway.entity.js';
import { Postponement } from './postponement.entity.js';
import { Winner } from './winner.entity.js';

/**
 * Seconds after an attempt to find the block in which no other attempt begins. An attempt that lies further ahead was
 * made while the clock was wrong.
 */
const TRY_EVERY_SECONDS = 60;
const TRY_EVERY = `interval '${TRY_EVERY_SECONDS} s'`;
/**
 * The most that a pause between two attempts counts as time spent trying, in seconds. It is more than 0, so
 * that a few attempts a day reach the limit too.
 */
const PAUSE_COUNTS_SECONDS = 3 * TRY_EVERY_SECONDS;

const noonRow = z.object({ giveawayId: int8Id, noon: z.date() });
/** A giveaway and the noon of its draw. */
export type Noon = Readonly<z.output<typeof noonRow>>;

/**
 * Locks a giveaway whose snapshot is due, except one that is skipped after a failure or that another replica
 * has locked. Returns null when there is none.
 */
export function lockForSnapshot(tx: Tx, resting: readonly number[], now: Date): Promise<Noon | null> {
  return queryRow(
    tx,
    noonRow,
    `SELECT id AS "giveawayId", draw_at AS noon FROM giveaway
     WHERE drawn_at IS NULL AND commitment IS NULL AND snapshot_at <= $2 AND id <> ALL ($1)
     ORDER BY snapshot_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [resting, now],
  );
}

/** Saves and thereby publishes the commitment. */
export async function saveSnapshot(
  tx: Tx,
  giveawayId: number,
  commitment: string,
  entriesCount: number,
): Promise<void> {
  await tx.update(Giveaway, { id: giveawayId }, { commitment, entriesCount });
}

const attemptRow = noonRow.extend({
  triedAt: z.date(),
  /** `triedAt` minus the time spent trying this noon, by all replicas together and without their pauses. */
  tryingSince: z.date(),
});
/** An attempt to find the block of a noon. */
export type Attempt = Readonly<z.output<typeof attemptRow>>;

/** Claims, for the next minute, one noon that needs its block. Returns null when there is none, or all are claimed. */
export function claimAttempt(tx: Tx, now: Date): Promise<Attempt | null> {
  return queryRow(
    tx,
    attemptRow,
    `UPDATE giveaway SET tried_at = $1, trying_since =
       least(coalesce(trying_since + greatest($1 - tried_at - interval '${PAUSE_COUNTS_SECONDS} s', interval '0'), $1), $1)
     WHERE id = (
       SELECT id FROM giveaway
       WHERE drawn_at IS NULL AND commitment IS NOT NULL AND block IS NULL AND draw_at <= $1
         AND (tried_at IS NULL OR tried_at <= $1 - ${TRY_EVERY} OR tried_at > $1 + ${TRY_EVERY})
       ORDER BY tried_at NULLS FIRST, id LIMIT 1 FOR UPDATE SKIP LOCKED
     ) RETURNING id AS "giveawayId", draw_at AS noon, tried_at AS "triedAt", trying_since AS "tryingSince"`,
    [now],
  );
}

/** Settles the block of a noon, once. Returns false when the noon was postponed or another replica was first. */
export async function settleBlock(tx: Tx, { giveawayId, noon }: Noon, block: DrawBlock): Promise<boolean> {
  const open = { id: giveawayId, drawAt: noon, block: IsNull() };
  const { affected } = await tx.update(Giveaway, open, { block });
  return affected === 1;
}

/** Postpones a noon to another one, once. Returns false when it was postponed or settled meanwhile. */
export async function postponeDraw(
  tx: Tx,
  { giveawayId, noon }: Noon,
  { reason, said }: Pick<Postponement, 'reason' | 'said'>,
  nextNoon: Date,
  now: Date,
): Promise<boolean> {
  const open = { id: giveawayId, drawAt: noon, block: IsNull() };
  const next = { drawAt: nextNoon, triedAt: null, tryingSince: null };
  const { affected } = await tx.update(Giveaway, open, next);
  if (affected !== 1) return false;
  await tx.insert(Postponement, { giveawayId, drawAt: noon, reason, said, postponedAt: now });
  return true;
}

/**
 * Locks a giveaway that has its block and no winners yet, except one that is skipped after a failure or that
 * another replica has locked. Returns null when there is none.
 */
export function lockForDraw(tx: Tx, resting: readonly number[]): Promise<Pick<Noon, 'giveawayId'> | null> {
  return queryRow(
    tx,
    noonRow.pick({ giveawayId: true }),
    `SELECT id AS "giveawayId" FROM giveaway WHERE drawn_at IS NULL AND block IS NOT NULL AND id <> ALL ($1)
     ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [resting],
  );
}

const basisRow = z.object({
  commitment: z.string(),
  blockHash: drawBlock.shape.hash,
  winnersWanted: z.int(),
});
/** Reads the input of the draw of a locked giveaway whose block is settled, without the entries. */
export async function readDrawBasis(tx: Tx, giveawayId: number): Promise<z.output<typeof basisRow>> {
  const sql = `SELECT commitment, block ->> 'hash' AS "blockHash", winners_wanted AS "winnersWanted"
    FROM giveaway WHERE id = $1`;
  const row = await queryRow(tx, basisRow, sql, [giveawayId]);
  if (!row) throw new Error(`there is no giveaway ${giveawayId}`);
  return row;
}

/** Saves and thereby publishes the seed and the winners. */
export async function saveDraw(
  tx: Tx,
  giveawayId: number,
  { seed, winners }: { seed: string; winners: readonly WinnerView[] },
  now: Date,
): Promise<void> {
  await tx.insert(
    Winner,
    winners.map((winner) => ({ giveawayId, ...winner })),
  );
  await tx.update(Giveaway, { id: giveawayId }, { seed, drawnAt: now });
}

const resultRow = z.object({ isDrawn: z.boolean(), winners: z.array(z.string()) });

/**
 * Returns whether a giveaway is drawn, and those of its winners who may be the account: one of these texts
 * itself, and every winner that was imported in another form than today's. Null when there is no such giveaway.
 */
export function findResult(
  tx: Tx,
  giveawayId: number,
  texts: readonly string[],
): Promise<z.output<typeof resultRow> | null> {
  return queryRow(
    tx,
    resultRow,
    `SELECT drawn_at IS NOT NULL AS "isDrawn",
       ARRAY(SELECT entry FROM giveaway_winner w
             WHERE w.giveaway_id = g.id AND (w.entry = ANY ($2) OR w.entry ~ $3)) AS winners
     FROM giveaway g WHERE g.id = $1`,
    [giveawayId, texts, FORM_CHANGED],
  );
}

/** Returns how many seconds ago the oldest open snapshot or draw became due; 0 when none is due. */
export async function secondsOverdue(tx: Tx, now: Date): Promise<number> {
  const seconds = await queryValue(
    tx,
    z.number(),
    `SELECT coalesce(extract(epoch FROM $1::timestamptz - min(due_at)), 0)::float8 AS seconds FROM (
       SELECT CASE WHEN commitment IS NULL THEN snapshot_at ELSE draw_at END AS due_at
       FROM giveaway WHERE drawn_at IS NULL
     ) undrawn WHERE due_at <= $1`,
    [now],
  );
  return seconds ?? 0;
}
