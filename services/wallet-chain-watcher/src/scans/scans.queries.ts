import { int8Id } from '@likewell/service-kit/database/columns';
import type { Database, Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryValue } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { signatureColumn, signatureHex } from '../solana/signature.js';

/** State of the scan of an account. */
const scanRow = z.object({
  /** Null before the first walk is over. */
  cursor: signatureColumn.nullable(),
  /** Slot of the cursor, on which all endpoints agree, since it was judged; null when there is no cursor. */
  cursorSlot: int8Id.nullable(),
});
export type Scan = Readonly<z.output<typeof scanRow>>;

/** Returns the state of the scan of an account; creates it when there is none. */
export async function openScan(database: Database, account: string): Promise<Scan> {
  const known = await queryRow(
    database.read,
    scanRow,
    `SELECT cursor, slot AS "cursorSlot"
     FROM scan LEFT JOIN deposit ON signature = cursor WHERE account = $1`,
    [account],
  );
  if (known) return known;
  const create = 'INSERT INTO scan (account) VALUES ($1) ON CONFLICT DO NOTHING';
  await database.transaction((tx) => tx.query(create, [account]));
  return { cursor: null, cursorSlot: null };
}

/**
 * Returns when all endpoints had last finished a walk, at the account that is furthest behind of these; 1970
 * before its first walk is over.
 */
export async function findReachedAt(tx: Tx, accounts: readonly string[]): Promise<Date> {
  const reachedAt = await queryValue(
    tx,
    z.date().nullable(),
    `SELECT reached_at AS "reachedAt" FROM unnest($1::text[]) AS account LEFT JOIN scan USING (account)
     ORDER BY reached_at NULLS FIRST LIMIT 1`,
    [accounts],
  );
  return reachedAt ?? new Date(0);
}

/**
 * Records that a walk has reached the cursor, and whether all endpoints have now finished one. Moves the
 * cursor to `cursor` unless that is null.
 */
export async function recordReached(
  tx: Tx,
  account: string,
  cursor: string | null,
  byAll: boolean,
): Promise<void> {
  await tx.query(
    `UPDATE scan SET reached_at = CASE WHEN $3 THEN now() ELSE reached_at END,
       cursor = coalesce(decode($2, 'hex'), cursor) WHERE account = $1`,
    [account, cursor && signatureHex(cursor), byAll],
  );
}
