import { int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

const depositedRow = z.object({ deposited: int8Nano });

/**
 * All that deposits ever brought, in nano-LIKE: what has left `chain`, the contra account, but for the supply that the
 * treasury began with. Two look-ups by a key, whatever the number of deposits.
 */
export async function findDeposited(tx: Tx): Promise<bigint> {
  const row = await queryRow(
    tx,
    depositedRow,
    `SELECT -chain.balance - supply.amount AS deposited FROM account chain, movement supply
     WHERE chain.id = 1 AND supply.idem_key = 'supply:treasury'`,
  );
  if (!row) throw new Error('the ledger has no chain account, or no supply');
  return row.deposited;
}
