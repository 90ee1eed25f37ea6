import type { Tx } from '@likewell/service-kit/database/database';

const MAX_WALLETS = 20;

/**
 * Links a wallet to a member, unless it is linked already, or the member has left or has the
 * maximum number of wallets.
 */
export async function insertLink(tx: Tx, memberId: number, address: string): Promise<void> {
  await tx.query(
    `INSERT INTO wallet (address, member_id)
     SELECT $1, $2 WHERE (SELECT count(*) FROM wallet WHERE member_id = $2) < ${MAX_WALLETS}
       AND NOT EXISTS (SELECT FROM left_member WHERE member_id = $2)
     ON CONFLICT DO NOTHING`,
    [address, memberId],
  );
}

/**
 * Deletes a member's wallets, the texts that they were to sign, and their deposit code. Deposits
 * that were judged to be theirs stay so: the ledger, which may have credited them already,
 * decides what happens to them.
 */
export async function forgetMember(tx: Tx, memberId: number): Promise<void> {
  await tx.query('INSERT INTO left_member VALUES ($1) ON CONFLICT DO NOTHING', [memberId]);
  await tx.query('DELETE FROM wallet WHERE member_id = $1', [memberId]);
  await tx.query('DELETE FROM wallet_proof WHERE member_id = $1', [memberId]);
  await tx.query('DELETE FROM deposit_code WHERE member_id = $1', [memberId]);
}
