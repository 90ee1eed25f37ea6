import { int8Id, int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** Of the owed bonuses so many are counted; more are as bad. */
const MAX_COUNTED = 100_000;

const balanceRow = z.object({ balance: int8Nano });
const systemAccountRow = z.object({ kind: z.string(), balance: int8Nano });
const owedRow = z.object({ owed: int8Id });

/**
 * Opens an account as the last statement of a transaction that began before. Only an account that is not open yet
 * takes the lock, and Postgres ends a transaction that keeps it for a second without a word.
 */
export async function openAccountIn(tx: Tx, memberId: number, referrerId: number | null): Promise<void> {
  await tx.query('SELECT open_account($1, $2)', [memberId, referrerId]);
}

/** A member's balance in nano-LIKE with all that epochs have added; 0 without an account. */
export async function findBalance(tx: Tx, memberId: number): Promise<bigint> {
  const row = await queryRow(
    tx,
    balanceRow,
    `SELECT balance_now(balance, epoch) AS balance FROM account WHERE id = $1 AND kind = 'member'`,
    [memberId],
  );
  return row?.balance ?? 0n;
}

/** The balances in nano-LIKE of the accounts that are no member's, by kind. */
export async function findSystemAccounts(tx: Tx): Promise<Readonly<Record<string, bigint>>> {
  const rows = await queryRows(tx, systemAccountRow, 'SELECT kind, balance FROM account WHERE id < 1000');
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
}

/** How many sign-up bonuses wait for the treasury, counted up to a bound. */
export async function countOwedBonuses(tx: Tx): Promise<number> {
  const row = await queryRow(
    tx,
    owedRow,
    `SELECT count(*) AS owed FROM (SELECT FROM owed_bonus LIMIT ${MAX_COUNTED}) counted`,
  );
  return row?.owed ?? 0;
}
