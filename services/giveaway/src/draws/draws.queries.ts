import {
  drawBlock,
  type DrawBlock,
  type Postponement,
  type Winner,
} from '@likewell/contracts/giveaway/proof';
import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { IsNull } from 'typeorm';
import { z } from 'zod';
import { GiveawayEntity } from '../giveaways/giveaway.entity.js';
import { PostponementEntity, WinnerEntity } from './draws.entity.js';

/** How long a try to find the block keeps others from trying. */
const TRY_EVERY_SECONDS = 60;
/**
 * A pause between two tries counts as so much of the time that was spent trying, however long it was. More than nothing,
 * so that a few slow tries a day come to an end too.
 */
const PAUSE_COUNTS_SECONDS = 3 * TRY_EVERY_SECONDS;

/** A noon of a giveaway. */
export interface Noon {
  readonly giveawayId: number;
  readonly noon: Date;
}

const noonRow = z
  .object({ id: int8Id, draw_at: z.date() })
  .transform(({ id, draw_at }): Noon => ({ giveawayId: id, noon: draw_at }));

/** Locks a giveaway whose snapshot is due, unless it rests or another replica has it; null when there is none. */
export function lockForSnapshot(tx: Tx, resting: readonly number[], now: Date): Promise<Noon | null> {
  return queryRow(
    tx,
    noonRow,
    `SELECT id, draw_at FROM giveaway
     WHERE drawn_at IS NULL AND commitment IS NULL AND snapshot_at <= $2 AND id <> ALL ($1)
     ORDER BY snapshot_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [resting, now],
  );
}

/** Publishes the commitment. */
export async function saveSnapshot(
  tx: Tx,
  giveawayId: number,
  commitment: string,
  entriesCount: number,
): Promise<void> {
  await tx.update(GiveawayEntity, { id: giveawayId }, { commitment, entriesCount });
}

/** A noon that needs its block. */
export interface Attempt extends Noon {
  readonly triedAt: Date;
  /** `triedAt` less the time that was spent trying this noon, by all replicas and without their pauses. */
  readonly tryingSince: Date;
}

const attemptRow = z.object({ id: int8Id, draw_at: z.date(), trying_since: z.date() });

/** Takes one noon that needs its block for the next minute; null when there is none that nobody looks at. */
export async function claimAttempt(tx: Tx, now: Date): Promise<Attempt | null> {
  const row = await queryRow(
    tx,
    attemptRow,
    `UPDATE giveaway SET tried_at = $1, trying_since =
       coalesce(trying_since + greatest($1 - tried_at - interval '${PAUSE_COUNTS_SECONDS} s', interval '0'), $1)
     WHERE id = (
       SELECT id FROM giveaway
       WHERE drawn_at IS NULL AND commitment IS NOT NULL AND block IS NULL AND draw_at <= $1
         AND (tried_at IS NULL OR tried_at <= $1 - interval '${TRY_EVERY_SECONDS} s')
       ORDER BY tried_at NULLS FIRST, id LIMIT 1 FOR UPDATE SKIP LOCKED
     ) RETURNING id, draw_at, trying_since`,
    [now],
  );
  return row && { giveawayId: row.id, noon: row.draw_at, triedAt: now, tryingSince: row.trying_since };
}

/** Settles the block of a noon, once; false when the noon has passed or another replica was first. */
export async function settleBlock(tx: Tx, { giveawayId, noon }: Noon, block: DrawBlock): Promise<boolean> {
  const open = { id: giveawayId, drawAt: noon, block: IsNull() };
  const { affected } = await tx.update(GiveawayEntity, open, { block });
  return affected === 1;
}

/** Puts a noon off to another one, once; false when it was put off or settled meanwhile. */
export async function postponeDraw(
  tx: Tx,
  { giveawayId, noon }: Noon,
  { reason, said }: Pick<Postponement, 'reason' | 'said'>,
  nextNoon: Date,
  now: Date,
): Promise<boolean> {
  const open = { id: giveawayId, drawAt: noon, block: IsNull() };
  const next = { drawAt: nextNoon, triedAt: null, tryingSince: null };
  const { affected } = await tx.update(GiveawayEntity, open, next);
  if (affected !== 1) return false;
  await tx.insert(PostponementEntity, { giveawayId, drawAt: noon, reason, said, postponedAt: now });
  return true;
}

const drawableRow = z.object({ id: int8Id }).transform(({ id }) => ({ giveawayId: id }));

/** Locks a giveaway that has its block and no winners yet, unless it rests or another replica has it; null when there is none. */
export function lockForDraw(
  tx: Tx,
  resting: readonly number[],
): Promise<z.output<typeof drawableRow> | null> {
  return queryRow(
    tx,
    drawableRow,
    `SELECT id FROM giveaway WHERE drawn_at IS NULL AND block IS NOT NULL AND id <> ALL ($1)
     ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [resting],
  );
}

/** What a draw whose block is settled follows from, beside the entries. */
export interface DrawBasis {
  readonly commitment: string;
  readonly blockHash: string;
  readonly winnersWanted: number;
}

const basisRow = z
  .object({ commitment: z.string(), block: drawBlock, winners_wanted: z.int() })
  .transform(({ commitment, block, winners_wanted }): DrawBasis => ({
    commitment,
    blockHash: block.hash,
    winnersWanted: winners_wanted,
  }));

/** Reads what a giveaway that is locked for its draw is drawn by. */
export async function readDrawBasis(tx: Tx, giveawayId: number): Promise<DrawBasis> {
  const sql = 'SELECT commitment, block, winners_wanted FROM giveaway WHERE id = $1';
  const row = await queryRow(tx, basisRow, sql, [giveawayId]);
  if (!row) throw new Error(`there is no giveaway ${giveawayId}`);
  return row;
}

/** Publishes the seed and the winners. */
export async function saveDraw(
  tx: Tx,
  giveawayId: number,
  { seed, winners }: { seed: string; winners: readonly Winner[] },
  now: Date,
): Promise<void> {
  await tx.insert(
    WinnerEntity,
    winners.map((winner) => ({ giveawayId, ...winner })),
  );
  await tx.update(GiveawayEntity, { id: giveawayId }, { seed, drawnAt: now });
}

const resultRow = z.object({ is_drawn: z.boolean(), won: z.boolean() });

/** Whether a giveaway is drawn and an entry is among its winners; null where there is no giveaway. */
export function findResult(
  tx: Tx,
  giveawayId: number,
  entry: string | null,
): Promise<z.output<typeof resultRow> | null> {
  return queryRow(
    tx,
    resultRow,
    `SELECT drawn_at IS NOT NULL AS is_drawn,
       EXISTS (SELECT FROM giveaway_winner w WHERE w.giveaway_id = g.id AND w.entry = $2) AS won
     FROM giveaway g WHERE g.id = $1`,
    [giveawayId, entry],
  );
}

const overdueRow = z.object({ seconds: z.number() });

/** For how long the oldest snapshot or draw has been due; 0 when none is. */
export async function secondsOverdue(tx: Tx, now: Date): Promise<number> {
  const row = await queryRow(
    tx,
    overdueRow,
    `SELECT coalesce(extract(epoch FROM $1::timestamptz - min(due_at)), 0)::float8 AS seconds FROM (
       SELECT CASE WHEN commitment IS NULL THEN snapshot_at ELSE draw_at END AS due_at
       FROM giveaway WHERE drawn_at IS NULL
     ) undrawn WHERE due_at <= $1`,
    [now],
  );
  return row?.seconds ?? 0;
}
