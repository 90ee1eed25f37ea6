import { giveawayErrors } from '@likewell/contracts/giveaway/errors';
import { AppError } from '@likewell/contracts/kernel/app-error';
import type { Tx } from '@likewell/service-kit/database/database';

/** Entries on a page: at most 150 KB of them, where a message may weigh 512 KiB. */
export const ENTRIES_A_PAGE = 1000;

/** Entries written by one statement. */
const BATCH = 10_000;

/** Adds entries that are not there yet and answers how many that were; whoever calls holds the giveaway's lock. */
export async function insertEntries(tx: Tx, giveawayId: number, entries: readonly string[]): Promise<number> {
  let added = 0;
  for (let from = 0; from < entries.length; from += BATCH) {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO giveaway_entry (giveaway_id, entry) SELECT $1, unnest($2::text[])
       ON CONFLICT DO NOTHING RETURNING 1`,
      [giveawayId, entries.slice(from, from + BATCH)],
    );
    added += rows.length;
  }
  return added;
}

/** All entries in the order in which they are hashed; as one text, since 100,000 rows take three times as long. */
export async function readEntries(tx: Tx, giveawayId: number): Promise<string[]> {
  const [row] = await tx.query<{ entries: string | null }[]>(
    "SELECT string_agg(entry, E'\\n' ORDER BY entry) AS entries FROM giveaway_entry WHERE giveaway_id = $1",
    [giveawayId],
  );
  return row?.entries?.split('\n') ?? [];
}

/**
 * The entries of a snapshot after one, and one more than a page holds.
 * @throws AppError GIVEAWAY_NOT_FOUND, NO_SNAPSHOT_YET
 */
export async function findEntries(tx: Tx, giveawayId: number, after: string | null): Promise<string[]> {
  const [giveaway] = await tx.query<{ is_closed: boolean }[]>(
    'SELECT commitment IS NOT NULL AS is_closed FROM giveaway WHERE id = $1',
    [giveawayId],
  );
  if (!giveaway) throw new AppError(giveawayErrors.GIVEAWAY_NOT_FOUND);
  if (!giveaway.is_closed) throw new AppError(giveawayErrors.NO_SNAPSHOT_YET);
  const rows = await tx.query<{ entry: string }[]>(
    `SELECT entry FROM giveaway_entry WHERE giveaway_id = $1 AND entry > $2
     ORDER BY entry LIMIT ${ENTRIES_A_PAGE + 1}`,
    [giveawayId, after ?? ''],
  );
  return rows.map(({ entry }) => entry);
}

/** Locks a giveaway while entries are added, so that its snapshot waits; when it is due, or null for no giveaway. */
export async function lockForImport(tx: Tx, giveawayId: number): Promise<Date | null> {
  const [row] = await tx.query<{ snapshot_at: Date }[]>(
    'SELECT snapshot_at FROM giveaway WHERE id = $1 FOR UPDATE',
    [giveawayId],
  );
  return row?.snapshot_at ?? null;
}

/** How many entries giveaways have, by their ids. */
export async function countEntries(tx: Tx, giveawayIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.query<{ id: string; count: string }[]>(
    `SELECT giveaway_id AS id, count(*) AS count FROM giveaway_entry
     WHERE giveaway_id = ANY ($1) GROUP BY giveaway_id`,
    [giveawayIds],
  );
  return new Map(rows.map(({ id, count }) => [Number(id), Number(count)]));
}
