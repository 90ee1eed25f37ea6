import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { COLUMNS, depositRow, type Deposit } from './deposit.js';

/** One transaction claims so many at the most: anybody may send any number of them to somebody's wallet. */
const MAX_CLAIMED = 500;

const IS_UNCLAIMED = `state = 'unclaimed' AND sources @> ARRAY[$2::text]`;
/** Their owner would have been known, had the wallet been linked when they came. */
const ARE_OF_LINKED = 'cardinality(sources) = 1 AND cardinality(codes) <= 1';

const claimedRow = z.object({ claimed: z.int() });
const walletRow = z.object({ member_id: int8Id, address: z.string() });

/**
 * Makes those unclaimed deposits the member's that this wallet alone sent, or this one together with other wallets
 * of theirs; at most {@link MAX_CLAIMED}. Answers them; the ledger is to be told.
 */
export const claimSentBy = (tx: Tx, memberId: number, address: string): Promise<Deposit[]> =>
  queryRows(
    tx,
    depositRow,
    `${claimThose(`sources <@ (ARRAY(SELECT address FROM wallet WHERE member_id = $1) || ARRAY[$2::text])`)}
     RETURNING ${COLUMNS}`,
    [memberId, address],
  );

/**
 * Makes those unclaimed deposits the member's that would have been so had this wallet been linked before; how many. At most
 * {@link MAX_CLAIMED}: the wallet, which the caller has locked, keeps in mind that there are more.
 */
export async function claimOfLinked(tx: Tx, memberId: number, address: string): Promise<number> {
  const row = await queryRow(
    tx,
    claimedRow,
    `WITH claimed AS (${claimThose(ARE_OF_LINKED)} RETURNING signature)
     SELECT count(*)::integer AS claimed FROM claimed`,
    [memberId, address],
  );
  await tx.query(
    `UPDATE wallet SET has_unclaimed = NOT has_unclaimed WHERE address = $2 AND member_id = $1
       AND has_unclaimed <> EXISTS (SELECT FROM deposit WHERE ${IS_UNCLAIMED} AND ${ARE_OF_LINKED})`,
    [memberId, address],
  );
  return row?.claimed ?? 0;
}

/** {@link claimOfLinked} of the next wallet that has more, unless another replica is about it. */
export async function claimOfNextLinked(tx: Tx): Promise<number> {
  const wallet = await queryRow(
    tx,
    walletRow,
    `SELECT member_id, address FROM wallet WHERE has_unclaimed
     ORDER BY linked_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
  return wallet ? claimOfLinked(tx, wallet.member_id, wallet.address) : 0;
}

/** Gives those of the unclaimed deposits of the wallet ($2) to the member ($1) for which this holds too. */
const claimThose = (condition: string): string =>
  `UPDATE deposit SET state = 'claiming', member_id = $1, due_at = now()
   WHERE signature IN (SELECT signature FROM deposit WHERE ${IS_UNCLAIMED} AND ${condition}
     ORDER BY signature LIMIT ${MAX_CLAIMED} FOR UPDATE) AND state = 'unclaimed'`;
