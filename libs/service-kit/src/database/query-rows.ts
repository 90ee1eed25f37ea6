import type { z } from 'zod';
import type { Tx } from './database.js';

/**
 * Runs a query and checks each row that Postgres returns.
 * @param row the shape of a row, by the names of its columns; the query gives these the code's names, as in
 *   `member_id AS "memberId"`, so that no mapper is needed
 * @throws ZodError where the query and its shape do not match, and what the query itself throws
 */
export async function queryRows<Row extends z.ZodType>(
  tx: Tx,
  row: Row,
  sql: string,
  values: readonly unknown[] = [],
): Promise<z.output<Row>[]> {
  const result = await tx.query<unknown[]>(sql, [...values]);
  // For an UPDATE or DELETE the rows come together with their count.
  const rows: unknown[] = Array.isArray(result[0]) ? result[0] : result;
  return rows.map((each) => row.parse(each));
}

/** Runs {@link queryRows} for a query that returns one row or none. */
export async function queryRow<Row extends z.ZodType>(
  tx: Tx,
  row: Row,
  sql: string,
  values: readonly unknown[] = [],
): Promise<z.output<Row> | null> {
  const [first] = await queryRows(tx, row, sql, values);
  return first ?? null;
}
