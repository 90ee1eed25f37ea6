import type { Database, Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

const fenceRow = z.object({ fence: z.string() });

/** What proves to a transaction that its replica still is the one. */
export interface Fence {
  readonly name: string;
  readonly fence: string;
}

/** Thrown where another replica has taken over. */
export class LeaseLost extends Error {}

/** Takes or renews a lease for `ttlMs`; null while another replica has it. */
export async function takeLease(
  database: Database,
  { name, holder, ttlMs }: { name: string; holder: string; ttlMs: number },
): Promise<Fence | null> {
  const row = await database.transaction((tx) =>
    queryRow(
      tx,
      fenceRow,
      `INSERT INTO lease (name, holder, fence, expires_at)
       VALUES ($1, $2, 1, now() + interval '1 millisecond' * $3)
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at,
         fence = lease.fence + CASE WHEN lease.holder = excluded.holder THEN 0 ELSE 1 END
         WHERE lease.holder = excluded.holder OR lease.expires_at < now()
       RETURNING fence`,
      [name, holder, ttlMs],
    ),
  );
  return row ? { name, fence: row.fence } : null;
}

/** Gives a lease back before its time. */
export async function returnLease(database: Database, name: string, holder: string): Promise<void> {
  await database.transaction((tx) =>
    tx.query('UPDATE lease SET expires_at = now() WHERE name = $1 AND holder = $2', [name, holder]),
  );
}

/** Holds the lease for the rest of the transaction. @throws LeaseLost */
export async function lockLease(tx: Tx, { name, fence }: Fence): Promise<void> {
  const sql = 'SELECT FROM lease WHERE name = $1 AND fence = $2 FOR SHARE';
  if (!(await queryRow(tx, z.unknown(), sql, [name, fence])))
    throw new LeaseLost('another replica scans now');
}
