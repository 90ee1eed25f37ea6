import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { raiseVersion } from './list-version.js';

/** A receiving account as an operator sees it. */
const receivingRow = z.object({
  account: z.string(),
  owner: z.string(),
  addedAt: z.date(),
  /** Null of the one that members are told. */
  until: z.date().nullable(),
  closedAt: z.date().nullable(),
});
const stateRow = receivingRow.pick({ until: true, closedAt: true });

/** All receiving accounts that ever were, oldest first. */
export function findReceivingAccounts(tx: Tx): Promise<z.output<typeof receivingRow>[]> {
  return queryRows(
    tx,
    receivingRow,
    `SELECT account, owner, added_at AS "addedAt", until, closed_at AS "closedAt" FROM receiving_account
     ORDER BY added_at, account`,
  );
}

/** Has an account scanned no more; the list must be locked. The one that members are told cannot be closed. */
export async function closeReceiving(tx: Tx, account: string): Promise<'closed' | 'current' | 'unknown'> {
  const known = await queryRow(
    tx,
    stateRow,
    'SELECT until, closed_at AS "closedAt" FROM receiving_account WHERE account = $1',
    [account],
  );
  if (!known) return 'unknown';
  if (known.until === null) return 'current';
  if (known.closedAt !== null) return 'closed';
  await tx.query('UPDATE receiving_account SET closed_at = now() WHERE account = $1', [account]);
  await raiseVersion(tx);
  return 'closed';
}

/** Opens a closed account again, to be scanned from the beginning of its history; the list must be locked. */
export async function reopenReceiving(tx: Tx, account: string): Promise<void> {
  await tx.query('UPDATE receiving_account SET closed_at = NULL WHERE account = $1', [account]);
  await tx.query('DELETE FROM scan WHERE account = $1', [account]);
  await raiseVersion(tx);
}
