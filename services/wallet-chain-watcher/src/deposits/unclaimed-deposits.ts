import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows, queryValue } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { signatureHex } from '../solana/signature.js';
import { COLUMNS, depositRow, IS_OF_ITS_WALLET, type Deposit } from './deposit.js';

/** Maximum number of deposits that one transaction claims: anybody may send any number of them to somebody's wallet. */
const MAX_CLAIMED = 500;

/** SQL condition: this wallet ($2) sent it, alone or with others whose keys the member ($1) is known to hold. */
const ARE_SENT_BY = `state = 'unclaimed' AND sources @> ARRAY[$2::text] AND sources <@ (ARRAY[$2::text]
  || ARRAY(SELECT address FROM wallet WHERE member_id = $1 AND claims_since IS NULL))`;
/**
 * SQL condition: the owner would have been known if the wallet ($2) had been linked when the deposit arrived, and the
 * link is good for that time.
 */
const ARE_OF_LINKED = `state = 'unclaimed' AND sources[1] = $2 AND ${IS_OF_ITS_WALLET}
  AND created_at >= coalesce((SELECT claims_since FROM wallet WHERE address = $2), '-infinity')`;

const walletRow = z.object({ memberId: int8Id, address: z.string() });

/**
 * Assigns to the member those unclaimed deposits that this wallet sent, alone or together with other wallets
 * of theirs; at most {@link MAX_CLAIMED}. Returns them; the caller has to tell the ledger.
 */
export const claimSentBy = (tx: Tx, memberId: number, address: string): Promise<Deposit[]> =>
  queryRows(tx, depositRow, `${claimThose(ARE_SENT_BY)} RETURNING ${COLUMNS}`, [memberId, address]);

/**
 * Assigns to the member those unclaimed deposits that would be theirs if this wallet had been linked before, or
 * since the time from which the link is good; at most {@link MAX_CLAIMED}. Returns their number. The wallet,
 * which the caller has locked, records whether there are more.
 */
export async function claimOfLinked(tx: Tx, memberId: number, address: string): Promise<number> {
  const claimed = await queryValue(
    tx,
    z.int(),
    `WITH claimed AS (${claimThose(ARE_OF_LINKED)} RETURNING signature)
     SELECT count(*)::integer AS claimed FROM claimed`,
    [memberId, address],
  );
  await tx.query(
    `UPDATE wallet SET has_unclaimed = NOT has_unclaimed WHERE address = $2 AND member_id = $1
       AND has_unclaimed <> EXISTS (SELECT FROM deposit WHERE ${ARE_OF_LINKED})`,
    [memberId, address],
  );
  return claimed ?? 0;
}

/** Assigns this deposit to the member if it is unclaimed. Returns it, and otherwise null. */
export const assignUnclaimed = (tx: Tx, memberId: number, signature: string): Promise<Deposit | null> =>
  queryRow(
    tx,
    depositRow,
    `${claimThose("state = 'unclaimed' AND signature = decode($2, 'hex')")} RETURNING ${COLUMNS}`,
    [memberId, signatureHex(signature)],
  );

/** Returns another member who has linked a wallet that sent this deposit; null if there is none. */
export const findOtherSender = (tx: Tx, memberId: number, signature: string): Promise<number | null> =>
  queryValue(
    tx,
    int8Id,
    `SELECT wallet.member_id FROM deposit JOIN wallet ON address = ANY (sources)
     WHERE signature = decode($2, 'hex') AND wallet.member_id <> $1 ORDER BY address LIMIT 1`,
    [memberId, signatureHex(signature)],
  );

/** Calls {@link claimOfLinked} for the next wallet that has more, unless another replica is working on it. */
export async function claimOfNextLinked(tx: Tx): Promise<number> {
  const wallet = await queryRow(
    tx,
    walletRow,
    `SELECT member_id AS "memberId", address FROM wallet WHERE has_unclaimed
     ORDER BY linked_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  );
  return wallet ? claimOfLinked(tx, wallet.memberId, wallet.address) : 0;
}

/** Assigns the deposits that match the condition to the member ($1), the oldest first. */
const claimThose = (condition: string): string =>
  `UPDATE deposit SET state = 'claiming', member_id = $1, due_at = now()
   WHERE signature IN (SELECT signature FROM deposit WHERE ${condition}
     ORDER BY created_at, signature LIMIT ${MAX_CLAIMED} FOR UPDATE) AND state = 'unclaimed'`;
