import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** State of the scan of an account. */
const scanRow = z.object({
  /** In hex; null before the first walk is over. */
  cursor: z.string().nullable(),
  /** Slot of the cursor, on which all endpoints agree, since it was judged; null when there is no cursor. */
  cursorSlot: int8Id.nullable(),
  /** Last time at which all endpoints had finished a walk. */
  reachedAt: z.date().nullable(),
});
export type Scan = Readonly<z.output<typeof scanRow>>;

/** Returns the state of the scan of an account; creates it when there is none. */
export async function openScan(tx: Tx, account: string): Promise<Scan> {
  await tx.query('INSERT INTO scan (account) VALUES ($1) ON CONFLICT DO NOTHING', [account]);
  const row = await queryRow(
    tx,
    scanRow,
    `SELECT encode(cursor, 'hex') AS cursor, slot AS "cursorSlot", reached_at AS "reachedAt"
     FROM scan LEFT JOIN deposit ON signature = cursor WHERE account = $1`,
    [account],
  );
  if (!row) throw new Error('a scan without a row');
  return row;
}

/**
 * Records that a walk has reached the cursor, and whether all endpoints have now finished one. Moves the
 * cursor to `cursor` (hex) unless that is null.
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
    [account, cursor, byAll],
  );
}
