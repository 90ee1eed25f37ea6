import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** Condition of a valid proof: it is at most five minutes old. */
const IS_ALIVE = `created_at > now() - interval '5 minutes'`;

/** Stores the owner of an account for the token with this hash. */
export async function insertProof(tx: Tx, tokenHash: string, subject: string): Promise<void> {
  await tx.query(`INSERT INTO google_proof (token_hash, subject) VALUES (decode($1, 'hex'), $2)`, [
    tokenHash,
    subject,
  ]);
}

/**
 * Takes and deletes a proof, so that it works once. Returns the account's subject; null if the proof is
 * unknown, used or expired.
 */
export async function takeProof(tx: Tx, tokenHash: string): Promise<string | null> {
  const row = await queryRow(
    tx,
    z.object({ subject: z.string() }),
    `WITH taken AS (DELETE FROM google_proof WHERE token_hash = decode($1, 'hex') RETURNING subject, created_at)
     SELECT subject FROM taken WHERE ${IS_ALIVE}`,
    [tokenHash],
  );
  return row?.subject ?? null;
}

/** Deletes a batch of proofs that nobody used in time. */
export async function deleteOldProofs(tx: Tx): Promise<void> {
  await tx.query(
    `DELETE FROM google_proof WHERE token_hash = ANY(ARRAY(SELECT token_hash FROM google_proof WHERE NOT (${IS_ALIVE}) LIMIT 5000))`,
  );
}
