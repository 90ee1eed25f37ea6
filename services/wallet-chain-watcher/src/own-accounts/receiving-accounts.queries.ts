import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { raiseVersion } from './list-version.js';
import { setCurrent } from './own-accounts.queries.js';

/** A receiving account as an operator sees it. */
const receivingRow = z.object({
  account: z.string(),
  owner: z.string(),
  addedAt: z.date(),
  /** When another account took its place; null for the one that members are told. */
  until: z.date().nullable(),
  closedAt: z.date().nullable(),
});
const stateRow = receivingRow.pick({ until: true, closedAt: true });

/** Lists all receiving accounts, current and past, oldest first. */
export function findReceivingAccounts(tx: Tx): Promise<z.output<typeof receivingRow>[]> {
  return queryRows(
    tx,
    receivingRow,
    `SELECT account, owner, added_at AS "addedAt", until, closed_at AS "closedAt" FROM receiving_account
     ORDER BY added_at, account`,
  );
}

/** Ends the scanning of an account; the list must be locked. The one that members are told cannot be closed. */
export async function closeReceiving(tx: Tx, account: string): Promise<'closed' | 'current' | 'unknown'> {
  const known = await stateOf(tx, account);
  if (!known) return 'unknown';
  if (known.until === null) return 'current';
  if (known.closedAt !== null) return 'closed';
  await tx.query('UPDATE receiving_account SET closed_at = now() WHERE account = $1', [account]);
  await raiseVersion(tx);
  return 'closed';
}

/**
 * Tells members the wallet of a listed account again, which no configuration does once another one has taken
 * its place. The list must be locked.
 */
export async function makeCurrentAgain(tx: Tx, account: string): Promise<'current' | 'closed' | 'unknown'> {
  const known = await stateOf(tx, account);
  if (!known) return 'unknown';
  if (known.closedAt !== null) return 'closed';
  await setCurrent(tx, account);
  return 'current';
}

const stateOf = (tx: Tx, account: string) =>
  queryRow(tx, stateRow, 'SELECT until, closed_at AS "closedAt" FROM receiving_account WHERE account = $1', [
    account,
  ]);

/** Opens a closed account again and has its history scanned from the beginning; the list must be locked. */
export async function reopenReceiving(tx: Tx, account: string): Promise<void> {
  await tx.query('UPDATE receiving_account SET closed_at = NULL WHERE account = $1', [account]);
  await tx.query('DELETE FROM scan WHERE account = $1', [account]);
  await raiseVersion(tx);
}
