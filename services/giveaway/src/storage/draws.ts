import type { DrawBlock, Postponement, Winner } from '@likewell/contracts/giveaway/proof';
import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import type { Tx } from '@likewell/service-kit/database/database';

/** How long a try to find the block keeps others from trying. */
const TRY_EVERY_SECONDS = 60;

/** A noon of a giveaway. */
export interface Noon {
  readonly giveawayId: number;
  readonly noon: Date;
}

/** Locks a giveaway whose snapshot is due, unless another replica has; null when there is none. */
export async function lockForSnapshot(tx: Tx, now: Date): Promise<Noon | null> {
  const [row] = await tx.query<{ id: string; draw_at: Date }[]>(
    `SELECT id, draw_at FROM giveaway WHERE drawn_at IS NULL AND commitment IS NULL AND snapshot_at <= $1
     ORDER BY snapshot_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [now],
  );
  return row ? { giveawayId: idFromInt8(row.id), noon: row.draw_at } : null;
}

/** Publishes the commitment. */
export async function saveSnapshot(
  tx: Tx,
  giveawayId: number,
  commitment: string,
  entriesCount: number,
): Promise<void> {
  await tx.query('UPDATE giveaway SET commitment = $2, entries_count = $3 WHERE id = $1', [
    ...[giveawayId, commitment, entriesCount],
  ]);
}

/** A noon that needs its block. */
export interface Attempt extends Noon {
  readonly tryingSince: Date;
}

/** Takes one noon that needs its block for the next minute; null when there is none that nobody looks at. */
export async function claimAttempt(tx: Tx, now: Date): Promise<Attempt | null> {
  const [rows] = await tx.query<[{ id: string; draw_at: Date; trying_since: Date }[], number]>(
    `UPDATE giveaway SET tried_at = $1, trying_since = coalesce(trying_since, $1)
     WHERE id = (
       SELECT id FROM giveaway
       WHERE drawn_at IS NULL AND commitment IS NOT NULL AND block IS NULL AND draw_at <= $1
         AND (tried_at IS NULL OR tried_at <= $1 - interval '${TRY_EVERY_SECONDS} s')
       ORDER BY tried_at NULLS FIRST, id LIMIT 1 FOR UPDATE SKIP LOCKED
     ) RETURNING id, draw_at, trying_since`,
    [now],
  );
  const [row] = rows;
  return row ? { giveawayId: idFromInt8(row.id), noon: row.draw_at, tryingSince: row.trying_since } : null;
}

/** Settles the block of a noon, once; false when the noon has passed or another replica was first. */
export async function settleBlock(tx: Tx, { giveawayId, noon }: Noon, block: DrawBlock): Promise<boolean> {
  const [, count] = await tx.query<[unknown, number]>(
    'UPDATE giveaway SET block = $3 WHERE id = $1 AND draw_at = $2 AND block IS NULL',
    [giveawayId, noon, block],
  );
  return count > 0;
}

/** Puts a noon off to another one, once; false when it was put off or settled meanwhile. */
export async function postponeDraw(
  tx: Tx,
  { giveawayId, noon }: Noon,
  { reason, said }: Pick<Postponement, 'reason' | 'said'>,
  nextNoon: Date,
  now: Date,
): Promise<boolean> {
  const [, count] = await tx.query<[unknown, number]>(
    `UPDATE giveaway SET draw_at = $3, tried_at = NULL, trying_since = NULL
     WHERE id = $1 AND draw_at = $2 AND block IS NULL`,
    [giveawayId, noon, nextNoon],
  );
  if (count === 0) return false;
  await tx.query(
    `INSERT INTO giveaway_postponement (giveaway_id, draw_at, reason, said, postponed_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [giveawayId, noon, reason, JSON.stringify(said), now],
  );
  return true;
}

/** A draw whose block is settled. */
export interface Drawable {
  readonly giveawayId: number;
  readonly commitment: string;
  readonly blockHash: string;
  readonly winnersWanted: number;
}

/** Locks a giveaway that has its block and no winners yet, unless another replica has; null when there is none. */
export async function lockForDraw(tx: Tx): Promise<Drawable | null> {
  const [row] = await tx.query<
    { id: string; commitment: string; block: DrawBlock; winners_wanted: number }[]
  >(
    `SELECT id, commitment, block, winners_wanted FROM giveaway WHERE drawn_at IS NULL AND block IS NOT NULL
     ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
  return row
    ? {
        giveawayId: idFromInt8(row.id),
        commitment: row.commitment,
        blockHash: row.block.hash,
        winnersWanted: row.winners_wanted,
      }
    : null;
}

/** Publishes the seed and the winners. */
export async function saveDraw(
  tx: Tx,
  giveawayId: number,
  { seed, winners }: { seed: string; winners: readonly Winner[] },
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO giveaway_winner (giveaway_id, place, entry, ticket)
     SELECT $1, * FROM unnest($2::int[], $3::text[], $4::text[])`,
    [
      giveawayId,
      winners.map(({ place }) => place),
      winners.map(({ entry }) => entry),
      winners.map(({ ticket }) => ticket),
    ],
  );
  await tx.query('UPDATE giveaway SET seed = $2, drawn_at = $3 WHERE id = $1', [giveawayId, seed, now]);
}

/** For how long the oldest snapshot or draw has been due; 0 when none is. */
export async function secondsOverdue(tx: Tx, now: Date): Promise<number> {
  const [row] = await tx.query<{ seconds: number }[]>(
    `SELECT coalesce(extract(epoch FROM $1::timestamptz - min(due_at)), 0)::float8 AS seconds FROM (
       SELECT CASE WHEN commitment IS NULL THEN snapshot_at ELSE draw_at END AS due_at
       FROM giveaway WHERE drawn_at IS NULL
     ) undrawn WHERE due_at <= $1`,
    [now],
  );
  return row?.seconds ?? 0;
}
