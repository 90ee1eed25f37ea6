import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** Entries written by one statement. */
const BATCH = 10_000;

const listRow = z.object({ entries: z.string().nullable() });
const countRow = z.object({ id: int8Id, count: z.int() });

/** Adds entries that are not there yet and returns how many that were; whoever calls holds the giveaway's lock. */
export async function insertEntries(tx: Tx, giveawayId: number, entries: readonly string[]): Promise<number> {
  let added = 0;
  for (let from = 0; from < entries.length; from += BATCH) {
    const rows = await queryRows(
      tx,
      z.unknown(),
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
  const row = await queryRow(
    tx,
    listRow,
    "SELECT string_agg(entry, E'\\n' ORDER BY entry) AS entries FROM giveaway_entry WHERE giveaway_id = $1",
    [giveawayId],
  );
  return row?.entries?.split('\n') ?? [];
}

/** How many entries giveaways have, by their ids. */
export async function countEntries(tx: Tx, giveawayIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await queryRows(
    tx,
    countRow,
    `SELECT giveaway_id AS id, count(*)::int AS count FROM giveaway_entry
     WHERE giveaway_id = ANY ($1) GROUP BY giveaway_id`,
    [giveawayIds],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}
