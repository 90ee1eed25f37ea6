import { int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryValue } from '@likewell/service-kit/database/query-rows';

/**
 * Returns the sum of all deposits ever, in nano-LIKE: what has left `chain`, the contra account, except the
 * supply that the treasury began with or was refilled with. Reads what the treasury received, whatever the
 * number of deposits.
 */
export async function findDeposited(tx: Tx): Promise<bigint> {
  const deposited = await queryValue(
    tx,
    int8Nano,
    `SELECT -chain.balance - supply.amount AS deposited FROM account chain,
       (SELECT sum(amount) AS amount FROM movement
        WHERE to_id = 2 AND kind = 'supply' AND from_id = 1) AS supply
     WHERE chain.id = 1`,
  );
  if (deposited === null) throw new Error('the ledger has no chain account');
  return deposited;
}
