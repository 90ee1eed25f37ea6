import type { RpcOutput } from '@likewell/contracts/core/define-rpc';
import type { getBalance } from '@likewell/contracts/tipping-ledger/rpc';
import { int8Id, int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows, queryValue } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';
import { z } from 'zod';

/** Upper bound for the count of owed bonuses; a higher number tells an operator nothing more. */
const MAX_COUNTED = 100_000;
/** Number of days for which a new member's referrer and network are stored. */
export const NEWCOMER_DAYS = 90;

const balanceRow = z.object({ balanceNano: int8Nano, bonusDueOn: z.string().nullable() });
const systemAccountRow = z.object({ kind: z.string(), balance: int8Nano });
const owedRow = z.object({ owed: int8Id, held: int8Id });

/** SQL call that opens an account; its parameters are {@link OpenAccountValues}. */
export const OPEN_ACCOUNT = 'open_account($1, $2, $3, $4, $5, $6, $7)';

/**
 * Member, referrer, the keyed hashes of the member's network and of the site around it, and the daily budgets of
 * each and of all networks.
 */
export type OpenAccountValues = [
  memberId: number,
  referrerId: number | null,
  network: string | null,
  perNetwork: number,
  inAll: number,
  site: string | null,
  perSite: number,
];

/**
 * Opens an account as the last statement of a transaction that began before. Only an account that is not open
 * yet takes the lock, and Postgres ends a transaction that keeps it for a second without sending anything.
 */
export async function openAccountIn(tx: Tx, values: OpenAccountValues): Promise<void> {
  await tx.query(`SELECT ${OPEN_ACCOUNT}`, values);
}

/** Closes an account as the last statement of a transaction that began before; see {@link openAccountIn}. */
export async function closeAccountIn(tx: Tx, memberId: number): Promise<void> {
  await tx.query('SELECT close_account($1)', [memberId]);
}

/**
 * Turns up to 500 bonuses that were held back until today into owed ones, the oldest first.
 * @returns their number
 */
export async function releaseHeldBonuses(tx: Tx): Promise<number> {
  const released = await queryValue(
    tx,
    int8Id,
    `WITH due AS (
       DELETE FROM held_bonus WHERE member_id = ANY (ARRAY(
         SELECT member_id FROM held_bonus WHERE due_on <= (now() AT TIME ZONE 'UTC')::date
         ORDER BY due_on, member_id LIMIT 500 FOR UPDATE SKIP LOCKED))
       RETURNING member_id),
     released AS (INSERT INTO owed_bonus (member_id) SELECT member_id FROM due)
     SELECT count(*) AS released FROM due`,
  );
  return released ?? 0;
}

/** Deletes the budgets of days that are over. */
export const deletePastBudgets = oldRows('bonus_day', `day < (now() AT TIME ZONE 'UTC')::date`);

/** Deletes the records of new members' referrers and networks that are older than {@link NEWCOMER_DAYS}. */
export const deleteOldNewcomers = oldRows('newcomer', `joined_at < now() - interval '${NEWCOMER_DAYS} days'`);

/**
 * Returns a member's balance in nano-LIKE with all that epochs have added, 0 without an account; and the day on
 * which their bonus falls due, if it is held back.
 */
export async function findBalance(tx: Tx, memberId: number): Promise<RpcOutput<typeof getBalance>> {
  const row = await queryRow(
    tx,
    balanceRow,
    `SELECT balance_now(balance, epoch) AS "balanceNano",
            (SELECT due_on::text FROM held_bonus WHERE member_id = $1) AS "bonusDueOn"
     FROM account WHERE id = $1 AND kind = 'member'`,
    [memberId],
  );
  return { balanceNano: row?.balanceNano ?? 0n, ...(row?.bonusDueOn && { bonusDueOn: row.bonusDueOn }) };
}

/** Returns the balances of the system's accounts in nano-LIKE, by kind. */
export async function findSystemAccounts(tx: Tx): Promise<Readonly<Record<string, bigint>>> {
  const rows = await queryRows(tx, systemAccountRow, 'SELECT kind, balance FROM account WHERE id < 1000');
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance]));
}

/**
 * Returns how many sign-up bonuses wait for the treasury, and how many for a later day's budget; each count
 * has a bound.
 */
export async function countUnpaidBonuses(tx: Tx): Promise<{ owed: number; held: number }> {
  const row = await queryRow(
    tx,
    owedRow,
    `SELECT (SELECT count(*) FROM (SELECT FROM owed_bonus LIMIT ${MAX_COUNTED}) counted) AS owed,
            (SELECT count(*) FROM (SELECT FROM held_bonus LIMIT ${MAX_COUNTED}) counted) AS held`,
  );
  return row ?? { owed: 0, held: 0 };
}
