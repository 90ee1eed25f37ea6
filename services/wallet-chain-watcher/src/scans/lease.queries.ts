import type { Database, Tx } from '@likewell/service-kit/database/database';
import { queryValue, returnsRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** Proof, for a transaction, that its replica still has the lease. */
export interface Fence {
  readonly name: string;
  readonly fence: string;
}

/** Thrown when another replica has taken over the lease. */
export class LeaseLost extends Error {}

/**
 * Takes or renews a lease for `ttlMs`; null while another replica has it. One that ends more than a minute later
 * than it would from now was taken while the clock of Postgres was wrong, and counts for nothing.
 */
export async function takeLease(
  database: Database,
  { name, holder, ttlMs }: { name: string; holder: string; ttlMs: number },
): Promise<Fence | null> {
  const fence = await database.transaction((tx) =>
    queryValue(
      tx,
      z.string(),
      `INSERT INTO lease (name, holder, fence, expires_at)
       VALUES ($1, $2, 1, now() + interval '1 millisecond' * $3)
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at,
         fence = lease.fence + CASE WHEN lease.holder = excluded.holder THEN 0 ELSE 1 END
         WHERE lease.holder = excluded.holder
           OR lease.expires_at NOT BETWEEN now() AND excluded.expires_at + interval '1 minute'
       RETURNING fence`,
      [name, holder, ttlMs],
    ),
  );
  return fence === null ? null : { name, fence };
}

/** Returns a lease before it expires. */
export async function returnLease(database: Database, name: string, holder: string): Promise<void> {
  await database.transaction((tx) =>
    tx.query('UPDATE lease SET expires_at = now() WHERE name = $1 AND holder = $2', [name, holder]),
  );
}

/** Holds the lease for the rest of the transaction. @throws LeaseLost */
export async function lockLease(tx: Tx, { name, fence }: Fence): Promise<void> {
  const sql = 'SELECT FROM lease WHERE name = $1 AND fence = $2 FOR SHARE';
  if (!(await returnsRow(tx, sql, [name, fence]))) throw new LeaseLost('another replica scans now');
}
