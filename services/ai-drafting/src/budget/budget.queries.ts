import { int8Id, int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryValue, returnsRow } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';

/** SQL for today's date in UTC; budgets are counted by it. */
const TODAY = `(now() AT TIME ZONE 'UTC')::date`;

/**
 * Reserves the cost in today's budget before it is spent; safe under concurrent calls. Returns false, and
 * reserves nothing, when it does not fit. Costs are nano-dollars.
 */
export function reserve(tx: Tx, cost: bigint, budget: bigint): Promise<boolean> {
  return returnsRow(
    tx,
    `INSERT INTO budget_day (day, spent_nano_usd) SELECT ${TODAY}, $1::bigint WHERE $1::bigint <= $2::bigint
     ON CONFLICT (day) DO UPDATE SET spent_nano_usd = budget_day.spent_nano_usd + excluded.spent_nano_usd
       WHERE budget_day.spent_nano_usd + excluded.spent_nano_usd <= $2::bigint
     RETURNING spent_nano_usd AS spent`,
    [cost.toString(), budget.toString()],
  );
}

/** Replaces what a draft reserved with its real cost, on the day of the reservation. */
export async function correct(tx: Tx, draftId: string, cost: bigint): Promise<void> {
  await tx.query(
    `UPDATE budget_day b SET spent_nano_usd = b.spent_nano_usd - d.reserved_nano_usd + $2::bigint
     FROM draft d WHERE d.id = $1 AND b.day = d.day`,
    [draftId, cost.toString()],
  );
}

/** Returns what today's drafts cost so far, with what is reserved for those under way. */
export async function findSpent(tx: Tx): Promise<bigint> {
  const spent = await queryValue(
    tx,
    int8Nano,
    `SELECT spent_nano_usd AS spent FROM budget_day WHERE day = ${TODAY}`,
  );
  return spent ?? 0n;
}

/** Returns the seconds until the next day's budget starts. */
export async function secondsUntilTomorrow(tx: Tx): Promise<number> {
  const seconds = await queryValue(
    tx,
    int8Id,
    `SELECT ceil(extract(epoch FROM (${TODAY} + 1)::timestamp AT TIME ZONE 'UTC' - now())) AS seconds`,
  );
  return Math.max(1, seconds ?? 1);
}

/** Deletes the totals of days more than 400 days ago. */
export const deleteOldDays = oldRows('budget_day', `day < ${TODAY} - 400`);
