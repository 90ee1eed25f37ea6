import type { Giveaway, GiveawaySummary } from '@likewell/contracts/giveaway/giveaway';
import { giveawayErrors } from '@likewell/contracts/giveaway/errors';
import type { DrawBlock, Postponement, Proof, Winner } from '@likewell/contracts/giveaway/proof';
import { AppError } from '@likewell/contracts/kernel/app-error';
import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import type { Tx } from '@likewell/service-kit/database/database';
import { disputesUntil, statusOf } from '../domain/status.js';

/** As many as one message holds with ease. */
const MAX_LISTED = 200;

interface GiveawayRow {
  readonly id: string;
  readonly title: string;
  readonly prize: string;
  readonly audience: string;
  readonly rules: string;
  readonly winners_wanted: number;
  readonly starts_at: Date;
  readonly end_date: string;
  readonly snapshot_at: Date;
  readonly draw_at: Date;
  readonly commitment: string | null;
  readonly entries_count: number | null;
  readonly block: DrawBlock | null;
  readonly seed: string | null;
  readonly drawn_at: Date | null;
  readonly is_postponed: boolean;
}

const COLUMNS = `g.id, g.title, g.prize, g.audience, g.rules, g.winners_wanted, g.starts_at, g.end_date::text,
  g.snapshot_at, g.draw_at, g.commitment, g.entries_count, g.block, g.seed, g.drawn_at,
  EXISTS (SELECT FROM giveaway_postponement p WHERE p.giveaway_id = g.id) AS is_postponed`;

/** What an operator says about a new giveaway, checked. */
export interface NewGiveaway {
  readonly title: string;
  readonly prize: string;
  readonly audience: string;
  readonly rules: string;
  readonly winnersWanted: number;
  readonly startsAt: Date;
  readonly endDate: string;
  readonly snapshotAt: Date;
  readonly drawAt: Date;
}

/** Puts a giveaway there and answers its id. */
export async function insertGiveaway(tx: Tx, giveaway: NewGiveaway): Promise<number> {
  const [row] = await tx.query<{ id: string }[]>(
    `INSERT INTO giveaway (title, prize, audience, rules, winners_wanted, starts_at, end_date, snapshot_at, draw_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [
      ...[giveaway.title, giveaway.prize, giveaway.audience, giveaway.rules, giveaway.winnersWanted],
      ...[giveaway.startsAt, giveaway.endDate, giveaway.snapshotAt, giveaway.drawAt],
    ],
  );
  return idFromInt8(row?.id ?? '');
}

/** The newest giveaways, the last to end first. */
export async function findGiveaways(tx: Tx, now: Date): Promise<GiveawaySummary[]> {
  const rows = await tx.query<GiveawayRow[]>(
    `SELECT ${COLUMNS} FROM giveaway g ORDER BY g.end_date DESC, g.id DESC LIMIT ${MAX_LISTED}`,
  );
  return rows.map((row) => toGiveaway(row, now));
}

/** One giveaway. @throws AppError GIVEAWAY_NOT_FOUND */
export async function readGiveaway(tx: Tx, giveawayId: number, now: Date): Promise<Giveaway> {
  return toGiveaway(await readRow(tx, giveawayId), now);
}

/** True when an entry won. @throws AppError GIVEAWAY_NOT_FOUND, NOT_DRAWN_YET */
export async function hasWon(tx: Tx, giveawayId: number, entry: string | null): Promise<boolean> {
  const [row] = await tx.query<{ is_drawn: boolean; won: boolean }[]>(
    `SELECT drawn_at IS NOT NULL AS is_drawn,
       EXISTS (SELECT FROM giveaway_winner w WHERE w.giveaway_id = g.id AND w.entry = $2) AS won
     FROM giveaway g WHERE g.id = $1`,
    [giveawayId, entry],
  );
  if (!row) throw new AppError(giveawayErrors.GIVEAWAY_NOT_FOUND);
  if (!row.is_drawn) throw new AppError(giveawayErrors.NOT_DRAWN_YET);
  return row.won;
}

/** What is settled of a draw. @throws AppError GIVEAWAY_NOT_FOUND, NO_SNAPSHOT_YET */
export async function readProof(tx: Tx, giveawayId: number, now: Date): Promise<Proof> {
  const row = await readRow(tx, giveawayId);
  if (row.commitment === null) throw new AppError(giveawayErrors.NO_SNAPSHOT_YET);
  const winners = await tx.query<Winner[]>(
    'SELECT place, entry, ticket FROM giveaway_winner WHERE giveaway_id = $1 ORDER BY place',
    [giveawayId],
  );
  const postponements = await tx.query<(Omit<Postponement, 'drawAt'> & { draw_at: Date })[]>(
    'SELECT draw_at, reason, said FROM giveaway_postponement WHERE giveaway_id = $1 ORDER BY draw_at',
    [giveawayId],
  );
  return {
    giveaway: toGiveaway(row, now),
    block: row.block,
    seed: row.seed,
    winners,
    postponements: postponements.map(({ draw_at, reason, said }) => ({
      drawAt: draw_at.toISOString(),
      reason,
      said,
    })),
  };
}

async function readRow(tx: Tx, giveawayId: number): Promise<GiveawayRow> {
  const [row] = await tx.query<GiveawayRow[]>(`SELECT ${COLUMNS} FROM giveaway g WHERE g.id = $1`, [
    giveawayId,
  ]);
  if (!row) throw new AppError(giveawayErrors.GIVEAWAY_NOT_FOUND);
  return row;
}

function toGiveaway(row: GiveawayRow, now: Date): Giveaway {
  const [startsAt, snapshotAt, drawnAt] = [row.starts_at, row.snapshot_at, row.drawn_at];
  return {
    id: idFromInt8(row.id),
    title: row.title,
    prize: row.prize,
    audience: row.audience,
    endDate: row.end_date,
    status: statusOf({ startsAt, snapshotAt, drawnAt, isPostponed: row.is_postponed }, now),
    rules: row.rules,
    winnersWanted: row.winners_wanted,
    startsAt: startsAt.toISOString(),
    snapshotAt: snapshotAt.toISOString(),
    drawAt: row.draw_at.toISOString(),
    commitment: row.commitment,
    entriesCount: row.entries_count,
    drawnAt: drawnAt?.toISOString() ?? null,
    disputesUntil: drawnAt && disputesUntil(drawnAt).toISOString(),
  };
}
