import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows } from '@likewell/service-kit/database/query-rows';
import { COLUMNS, depositRow, type Deposit } from './deposit.js';

/**
 * Makes those unclaimed deposits the member's that this wallet alone sent, or this one together with other wallets
 * of theirs; at most `limit`. Answers them; the ledger is to be told.
 */
export async function claimSentBy(
  tx: Tx,
  { memberId, address, limit }: { memberId: number; address: string; limit: number },
): Promise<Deposit[]> {
  return takeUnclaimed(
    tx,
    `sources <@ (ARRAY(SELECT address FROM wallet WHERE member_id = $1) || ARRAY[$2::text])`,
    [memberId, address, limit],
  );
}

/** Makes those unclaimed deposits the member's that would have been so had this wallet been linked before; how many. */
export async function claimOfLinked(tx: Tx, memberId: number, address: string): Promise<number> {
  const condition = 'cardinality(sources) = 1 AND cardinality(codes) <= 1';
  return (await takeUnclaimed(tx, condition, [memberId, address, null])).length;
}

const takeUnclaimed = (tx: Tx, condition: string, parameters: unknown[]): Promise<Deposit[]> =>
  queryRows(
    tx,
    depositRow,
    `UPDATE deposit SET state = 'claiming', member_id = $1, due_at = now()
     WHERE signature IN (SELECT signature FROM deposit
       WHERE state = 'unclaimed' AND sources @> ARRAY[$2::text] AND ${condition}
       ORDER BY signature LIMIT $3 FOR UPDATE) AND state = 'unclaimed'
     RETURNING ${COLUMNS}`,
    parameters,
  );
