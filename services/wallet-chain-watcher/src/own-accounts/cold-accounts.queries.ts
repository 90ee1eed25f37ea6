import { int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows, returnsRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import type { OwnAccount } from './own-accounts.js';
import { raiseVersion } from './list-version.js';

/** An account of cold storage as an operator sees it. */
const coldRow = z.object({
  account: z.string(),
  owner: z.string(),
  /** Amount that came from no deposit, at the declaration or accepted since, in nano-LIKE. */
  openingNano: int8Nano,
  declaredAt: z.date(),
  /** Since when it is no cold storage any more; null while it is. */
  removedAt: z.date().nullable(),
});

/** Lists all cold storage, current and past, oldest first. */
export const findColdAccounts = (tx: Tx): Promise<z.output<typeof coldRow>[]> =>
  queryRows(
    tx,
    coldRow,
    `SELECT account, owner, opening AS "openingNano", declared_at AS "declaredAt", removed_at AS "removedAt"
     FROM cold_account ORDER BY declared_at, account`,
  );

/**
 * Declares cold storage, which may have been removed before; the list must be locked. `receiving`: the
 * account receives deposits, or received them before.
 */
export async function declareCold(
  tx: Tx,
  { account, owner, mint, program }: OwnAccount,
  openingNano: bigint,
): Promise<'declared' | 'known' | 'receiving'> {
  const sql = 'SELECT FROM receiving_account WHERE account = $1';
  if (await returnsRow(tx, sql, [account])) return 'receiving';
  const isDeclared = await returnsRow(
    tx,
    `INSERT INTO cold_account AS known (account, owner, mint, program, opening) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (account) DO UPDATE SET opening = excluded.opening, declared_at = now(), removed_at = NULL
       WHERE known.removed_at IS NOT NULL
     RETURNING account`,
    [account, owner, mint, program, openingNano.toString()],
  );
  if (!isDeclared) return 'known';
  await raiseVersion(tx);
  return 'declared';
}

/** Raises what of an account came from no deposit; returns false if it is no cold storage. The list must be locked. */
export async function raiseOpening(tx: Tx, account: string, nano: bigint): Promise<boolean> {
  const sql = `UPDATE cold_account SET opening = opening + $2 WHERE account = $1 AND removed_at IS NULL
    RETURNING account`;
  return returnsRow(tx, sql, [account, nano.toString()]);
}

/**
 * Ends that an account covers deposits; returns false when it is no cold storage. The list must be locked. It
 * stays apart in verdicts, and no verdict is made again: LIKE that came back from it may have been deposited
 * before.
 */
export async function removeCold(tx: Tx, account: string): Promise<boolean> {
  const sql = `UPDATE cold_account SET removed_at = now() WHERE account = $1 AND removed_at IS NULL
    RETURNING account`;
  return returnsRow(tx, sql, [account]);
}

/**
 * Takes a declaration back, as if it had never been made; returns false when there is none. The list must be
 * locked. What the account has sent to us, however long ago, is judged again, as a stranger's: all histories are
 * read from the beginning.
 */
export async function undeclareCold(tx: Tx, account: string): Promise<boolean> {
  const sql = 'DELETE FROM cold_account WHERE account = $1 RETURNING account';
  if (!(await returnsRow(tx, sql, [account]))) return false;
  await tx.query('DELETE FROM scan');
  await raiseVersion(tx);
  return true;
}
