import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';
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

/** Deletes proofs that nobody used in time. */
export const deleteOldProofs = oldRows('google_proof', `NOT (${IS_ALIVE})`);
