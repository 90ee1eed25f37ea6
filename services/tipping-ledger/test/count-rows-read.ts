import type { Database, Tx } from '@likewell/service-kit/database/database';

/**
 * Returns the result of `find`, and how many rows of the journal it read in any way: Postgres counts both what
 * an index returns and what is fetched by it.
 */
export function countRowsRead<Found>(
  database: Database,
  find: (tx: Tx) => Promise<Found>,
): Promise<{ found: Found; read: number }> {
  return database.transaction(async (tx) => {
    const rowsRead = async () => {
      const [row] = await tx.query<{ read: number }[]>(`
        SELECT sum(pg_stat_get_xact_tuples_fetched(oid) + pg_stat_get_xact_tuples_returned(oid))::integer AS read
        FROM pg_class WHERE oid IN ('tip'::regclass, 'movement'::regclass)
          OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid IN ('tip'::regclass, 'movement'::regclass))`);
      return row?.read ?? NaN;
    };
    const before = await rowsRead();
    const found = await find(tx);
    return { found, read: (await rowsRead()) - before };
  });
}
