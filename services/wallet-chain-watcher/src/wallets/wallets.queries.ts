import type { Tx } from '@likewell/service-kit/database/database';
import { queryColumn } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import type { ProvedWallet } from './unlinked-wallets.queries.js';

const MAX_WALLETS = 20;

/**
 * Links a wallet to a member, unless it is linked already, or the member has left or has the
 * maximum number of wallets. That it was not linked to them before is forgotten. By a bare phrase it is linked for what
 * comes since; a text of ours makes such a link a full one.
 */
export async function insertLink(
  tx: Tx,
  { memberId, address, provedAt, isBare = false }: ProvedWallet,
): Promise<void> {
  await tx.query(
    `WITH linked AS (
       INSERT INTO wallet (address, member_id, claims_since)
       SELECT $1, $2, CASE WHEN $3 THEN coalesce($4, now()) END
       WHERE (SELECT count(*) FROM wallet WHERE member_id = $2) < ${MAX_WALLETS}
         AND NOT EXISTS (SELECT FROM left_member WHERE member_id = $2)
       ON CONFLICT DO NOTHING RETURNING member_id, address)
     DELETE FROM unlinked_wallet WHERE (member_id, address) IN (SELECT member_id, address FROM linked)`,
    [address, memberId, isBare, provedAt],
  );
  if (isBare) return;
  await tx.query(
    `UPDATE wallet SET claims_since = NULL
     WHERE address = $1 AND member_id = $2 AND claims_since IS NOT NULL`,
    [address, memberId],
  );
}

/**
 * Deletes a member's wallets, linked or not, the texts that they were to sign, and their deposit code.
 * Deposits that were judged to be theirs stay so: the ledger, which may have credited them already,
 * decides what happens to them.
 * @returns the wallets that were linked
 */
export async function forgetMember(tx: Tx, memberId: number): Promise<string[]> {
  await tx.query('INSERT INTO left_member VALUES ($1) ON CONFLICT DO NOTHING', [memberId]);
  const deletion = 'DELETE FROM wallet WHERE member_id = $1 RETURNING address';
  const linked = await queryColumn(tx, z.string(), deletion, [memberId]);
  await tx.query('DELETE FROM unlinked_wallet WHERE member_id = $1', [memberId]);
  await tx.query('DELETE FROM wallet_proof WHERE member_id = $1', [memberId]);
  await tx.query('DELETE FROM deposit_code WHERE member_id = $1', [memberId]);
  return linked;
}
