import { int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import type { OwnAccount } from './own-accounts.js';
import { raiseVersion } from './list-version.js';

/** An account of cold storage as an operator sees it. */
const coldRow = z.object({
  account: z.string(),
  owner: z.string(),
  /** What was in it when it was declared, and is none of the deposits, in nano-LIKE. */
  openingNano: int8Nano,
  declaredAt: z.date(),
});

/** All cold storage, oldest first. */
export const findColdAccounts = (tx: Tx): Promise<z.output<typeof coldRow>[]> =>
  queryRows(
    tx,
    coldRow,
    `SELECT account, owner, opening AS "openingNano", declared_at AS "declaredAt" FROM cold_account
     ORDER BY declared_at, account`,
  );

/** Declares cold storage; the list must be locked. `receiving`: deposits come, or came, to this account. */
export async function declareCold(
  tx: Tx,
  { account, owner, mint, program }: OwnAccount,
  openingNano: bigint,
): Promise<'declared' | 'known' | 'receiving'> {
  const sql = 'SELECT FROM receiving_account WHERE account = $1';
  if (await queryRow(tx, z.unknown(), sql, [account])) return 'receiving';
  const raised = await queryRow(
    tx,
    z.unknown(),
    `WITH added AS (INSERT INTO cold_account (account, owner, mint, program, opening) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT DO NOTHING RETURNING account)
     UPDATE own_accounts SET version = version + 1 WHERE EXISTS (SELECT FROM added) RETURNING version`,
    [account, owner, mint, program, openingNano.toString()],
  );
  return raised ? 'declared' : 'known';
}

/** Takes a wallet's account from the list; false when it is not on it. The list must be locked. */
export async function removeCold(tx: Tx, owner: string): Promise<boolean> {
  const sql = 'DELETE FROM cold_account WHERE owner = $1 RETURNING account';
  const removed = await queryRows(tx, z.unknown(), sql, [owner]);
  if (removed.length > 0) await raiseVersion(tx);
  return removed.length > 0;
}
