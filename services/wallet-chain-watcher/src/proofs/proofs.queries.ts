import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import type { beginWalletProof } from '@likewell/contracts/wallet-chain-watcher/rpc';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryValue, returnsRow } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';
import { z } from 'zod';
import { PROOF_STANDS_MS } from './wallet-proof.js';

/** The member, purpose and wallet for which a text was issued. */
export type WalletProof = RpcInput<typeof beginWalletProof>;

/**
 * Returns the expiry time of a text that is issued now. It is taken from the clock of Postgres, which also
 * checks it when the text comes back, to whichever replica.
 */
export async function findProofExpiry(tx: Tx): Promise<Date> {
  const expiresAt = await queryValue(
    tx,
    z.date(),
    `SELECT now() + interval '1 millisecond' * $1 AS "expiresAt"`,
    [PROOF_STANDS_MS],
  );
  if (expiresAt === null) throw new Error('Postgres does not say what time it is');
  return expiresAt;
}

/** Stores an issued text by its hash in hex, in place of an earlier one for the same member, purpose and wallet. */
export async function saveProof(
  tx: Tx,
  { memberId, purpose, address }: WalletProof,
  hash: string,
  expiresAt: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO wallet_proof (message_hash, member_id, purpose, address, expires_at)
     VALUES (decode($1, 'hex'), $2, $3, $4, $5)
     ON CONFLICT (member_id, purpose, address) DO UPDATE
       SET message_hash = excluded.message_hash, expires_at = excluded.expires_at`,
    [hash, memberId, purpose, address, expiresAt],
  );
}

/** Deletes a text, so that it works once. Returns false when it was not issued for this, was used or has expired. */
export function takeProof(
  tx: Tx,
  { memberId, purpose, address }: WalletProof,
  hash: string,
): Promise<boolean> {
  return returnsRow(
    tx,
    `DELETE FROM wallet_proof WHERE message_hash = decode($1, 'hex') AND member_id = $2 AND purpose = $3
       AND address = $4 AND expires_at > now()
     RETURNING message_hash`,
    [hash, memberId, purpose, address],
  );
}

/** Deletes expired texts that did not come back. */
export const deleteExpiredProofs = oldRows('wallet_proof', 'expires_at < now()');
