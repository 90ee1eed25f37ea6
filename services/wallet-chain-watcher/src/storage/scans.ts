import type { Tx } from '@likewell/service-kit/database/database';

/** How far an account's history has been read. */
export interface Scan {
  /** In hex; null before the first walk is over. */
  readonly cursor: string | null;
  readonly reachedAt: Date | null;
  /** True when the last sweep is older than an hour. */
  readonly isSweepDue: boolean;
}

/** Where the scan of an account stands; begins it if need be. */
export async function openScan(tx: Tx, account: string): Promise<Scan> {
  await tx.query('INSERT INTO scan (account) VALUES ($1) ON CONFLICT DO NOTHING', [account]);
  const [row] = await tx.query<Scan[]>(
    `SELECT encode(cursor, 'hex') AS cursor, reached_at AS "reachedAt",
       swept_at < now() - interval '1 hour' AS "isSweepDue"
     FROM scan WHERE account = $1`,
    [account],
  );
  if (!row) throw new Error('a scan without a row');
  return row;
}

/** Notes that a walk has reached the cursor, and moves the cursor to `cursor` (hex) unless that is null. */
export async function noteReached(tx: Tx, account: string, cursor: string | null): Promise<void> {
  await tx.query(
    `UPDATE scan SET reached_at = now(), cursor = coalesce(decode($2, 'hex'), cursor) WHERE account = $1`,
    [account, cursor],
  );
}

/** Notes that the history has been swept. */
export async function noteSwept(tx: Tx, account: string): Promise<void> {
  await tx.query('UPDATE scan SET swept_at = now() WHERE account = $1', [account]);
}
