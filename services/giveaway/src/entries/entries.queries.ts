import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows, queryValue } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** Entries written or read by one statement: at most 1.5 MB. */
const BATCH = 10_000;

const countRow = z.object({ id: int8Id, count: z.int() });

/** Adds the entries that are not there yet, and returns their number. The caller must hold the giveaway's lock. */
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

/**
 * Returns all entries in the order in which they are hashed. Only one page at a time is in memory. A page is
 * read as one text, since rows take three times as long.
 */
export async function* readEntries(tx: Tx, giveawayId: number): AsyncGenerator<string> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const entries: string | null = await queryValue(
      tx,
      z.string().nullable(),
      `SELECT string_agg(entry, E'\\n' ORDER BY entry) AS entries FROM (
         SELECT entry FROM giveaway_entry WHERE giveaway_id = $1 AND entry > $2 ORDER BY entry LIMIT ${BATCH}
       ) page`,
      [giveawayId, after],
    );
    const page: string[] = entries?.split('\n') ?? [];
    yield* page;
    after = page.at(-1);
  }
}

/**
 * Returns another giveaway that the same noon decides and that has exactly the same entries; null when there
 * is none. Lists are compared by their number of entries and the sum of their 64-bit hashes, which takes one
 * scan.
 */
export function findTwin(tx: Tx, giveawayId: number): Promise<number | null> {
  return queryValue(
    tx,
    int8Id,
    `WITH lists AS (
       SELECT giveaway_id AS id, count(*) AS entries, sum(hashtextextended(entry, 0)::numeric) AS checksum
       FROM giveaway_entry
       WHERE giveaway_id IN (
         SELECT id FROM giveaway WHERE draw_at = (SELECT draw_at FROM giveaway WHERE id = $1))
       GROUP BY giveaway_id
     )
     SELECT twin.id FROM lists mine JOIN lists twin USING (entries, checksum)
     WHERE mine.id = $1 AND twin.id <> mine.id ORDER BY twin.id LIMIT 1`,
    [giveawayId],
  );
}

/** Returns the number of entries of each giveaway, by giveaway id; one without entries is missing. */
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
