import type { z } from 'zod';
import type { Tx } from './database.js';

/**
 * Runs a query and checks what Postgres answers, row by row.
 * @param row the shape of a row, by the names of its columns
 * @throws ZodError where the query and its shape have come apart, and what the query itself throws
 */
export async function queryRows<Row extends z.ZodType>(
  tx: Tx,
  row: Row,
  sql: string,
  values: readonly unknown[] = [],
): Promise<z.output<Row>[]> {
  const result = await tx.query<unknown[]>(sql, [...values]);
  // Of an UPDATE or DELETE the rows come beside their number.
  const rows: unknown[] = Array.isArray(result[0]) ? result[0] : result;
  return rows.map((each) => row.parse(each));
}

/** {@link queryRows} for a query that answers one row or none. */
export async function queryRow<Row extends z.ZodType>(
  tx: Tx,
  row: Row,
  sql: string,
  values: readonly unknown[] = [],
): Promise<z.output<Row> | null> {
  const [first] = await queryRows(tx, row, sql, values);
  return first ?? null;
}
