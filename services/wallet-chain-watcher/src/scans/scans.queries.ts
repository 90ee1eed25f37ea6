import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** How far an account's history has been read. */
const scanRow = z.object({
  /** In hex; null before the first walk is over. */
  cursor: z.string().nullable(),
  reachedAt: z.date().nullable(),
  /** True when the last sweep is older than an hour. */
  isSweepDue: z.boolean(),
});
export type Scan = Readonly<z.output<typeof scanRow>>;

/** Where the scan of an account stands; begins it if need be. */
export async function openScan(tx: Tx, account: string): Promise<Scan> {
  await tx.query('INSERT INTO scan (account) VALUES ($1) ON CONFLICT DO NOTHING', [account]);
  const row = await queryRow(
    tx,
    scanRow,
    `SELECT encode(cursor, 'hex') AS cursor, reached_at AS "reachedAt",
       swept_at < now() - interval '1 hour' AS "isSweepDue"
     FROM scan WHERE account = $1`,
    [account],
  );
  if (!row) throw new Error('a scan without a row');
  return row;
}

/** Notes that a walk has reached the cursor, and moves the cursor to `cursor` (hex) unless that is null. */
export async function recordReached(tx: Tx, account: string, cursor: string | null): Promise<void> {
  await tx.query(
    `UPDATE scan SET reached_at = now(), cursor = coalesce(decode($2, 'hex'), cursor) WHERE account = $1`,
    [account, cursor],
  );
}

/** Notes that the history has been swept. */
export async function recordSwept(tx: Tx, account: string): Promise<void> {
  await tx.query('UPDATE scan SET swept_at = now() WHERE account = $1', [account]);
}
