import { ROWS_TO_READ } from '@likewell/contracts/core/page';
import type { Epoch } from '@likewell/contracts/tipping-ledger/statement';
import { int8Nano, isoTime } from '@likewell/service-kit/database/columns';
import type { Database, Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import type { LedgerLock } from '../ledger-lock/ledger-lock.js';

const epochRow = z.object({
  epoch: z.int(),
  index: z.string(),
  membersTotalNano: int8Nano,
  distributedNano: int8Nano,
  closedAt: isoTime,
});
const closedRow = z.object({ epoch: z.int().nullable() });
const stateRow = z.object({ epoch: z.int(), lastCloseAt: z.date() });

/** Closes an epoch if there is something to share; returns its number. */
export async function closeEpoch(database: Database): Promise<number | null> {
  const [row] = await database.statement('close-epoch', 'SELECT close_epoch() AS epoch', []);
  return closedRow.parse(row).epoch;
}

/**
 * Closes an epoch when the clock has begun a new period since the last time; returns its number.
 * @param period as a Postgres interval
 */
export async function closeEpochWhenDue(lock: LedgerLock, period: string): Promise<number | null> {
  const call = 'close_epoch_when_due($1) AS epoch';
  const { epoch } = await lock.rowOf('close-epoch', closedRow, call, [period]);
  return epoch;
}

/** Returns the closed epochs before one, newest first, and one more than a page holds. */
export function findEpochs(tx: Tx, before: number | null): Promise<Epoch[]> {
  return queryRows(
    tx,
    epochRow,
    `SELECT epoch, m AS index, members_total AS "membersTotalNano", distributed AS "distributedNano",
       closed_at AS "closedAt"
     FROM holders_epoch
     WHERE epoch > 0 AND ($1::integer IS NULL OR epoch < $1) ORDER BY epoch DESC LIMIT ${ROWS_TO_READ}`,
    [before],
  );
}

/**
 * Returns the last epoch that shared something, and when the clock last closed one, including one with
 * nothing to share.
 */
export async function findEpochState(tx: Tx): Promise<{ epoch: number; lastCloseAt: Date }> {
  const row = await queryRow(tx, stateRow, 'SELECT epoch, last_close_at AS "lastCloseAt" FROM holders_state');
  if (!row) throw new Error('the ledger has no state of its epochs');
  return row;
}
