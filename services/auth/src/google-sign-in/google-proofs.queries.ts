import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** A proof may be shown for five minutes. */
const IS_ALIVE = `created_at > now() - interval '5 minutes'`;

/** Keeps whose an account is for whoever shows the token of this hash. */
export async function insertProof(tx: Tx, tokenHash: string, subject: string): Promise<void> {
  await tx.query(`INSERT INTO google_proof (token_hash, subject) VALUES (decode($1, 'hex'), $2)`, [
    tokenHash,
    subject,
  ]);
}

/** Takes a proof away, so that it works once: whose account it is, or null when it is unknown, used or too old. */
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

/** Removes proofs that nobody has shown, a bounded number at a time. */
export async function deleteOldProofs(tx: Tx): Promise<void> {
  await tx.query(
    `DELETE FROM google_proof WHERE token_hash = ANY(ARRAY(SELECT token_hash FROM google_proof WHERE NOT (${IS_ALIVE}) LIMIT 5000))`,
  );
}
