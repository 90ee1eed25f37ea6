import { z } from 'zod';
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
  return (await uncheckedRows(tx, sql, values)).map((each) => row.parse(each));
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

/** Runs {@link queryRows} for rows of one column, and returns their values. */
export async function queryColumn<Value extends z.ZodType>(
  tx: Tx,
  value: Value,
  sql: string,
  values: readonly unknown[] = [],
): Promise<z.output<Value>[]> {
  return (await uncheckedRows(tx, sql, values)).map((row) => value.parse(Object.values(row)[0]));
}

/**
 * Runs {@link queryColumn} for a query that returns one row or none.
 * @returns its value; null if there is no row, or none in it
 */
export async function queryValue<Value extends z.ZodType>(
  tx: Tx,
  value: Value,
  sql: string,
  values: readonly unknown[] = [],
): Promise<z.output<Value> | null> {
  const [first] = await queryColumn(tx, value, sql, values);
  return first ?? null;
}

/** Tells whether a statement returns a row: whether there is one or, with RETURNING, whether it changed one. */
export async function returnsRow(tx: Tx, sql: string, values: readonly unknown[] = []): Promise<boolean> {
  return (await queryRow(tx, z.unknown(), sql, values)) !== null;
}

type Rows = Record<string, unknown>[];

async function uncheckedRows(tx: Tx, sql: string, values: readonly unknown[]): Promise<Rows> {
  const result = await tx.query<Rows | [Rows, number]>(sql, [...values]);
  return isCounted(result) ? result[0] : result;
}

/** For an UPDATE or DELETE the rows come together with their count. */
const isCounted = (result: Rows | [Rows, number]): result is [Rows, number] => Array.isArray(result[0]);
