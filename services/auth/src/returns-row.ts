import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

const anyRow = z.object({});

/** Tells whether a statement returns a row: whether there is one or, with RETURNING, whether it changed one. */
export async function returnsRow(tx: Tx, sql: string, values: readonly unknown[]): Promise<boolean> {
  return (await queryRow(tx, anyRow, sql, values)) !== null;
}
