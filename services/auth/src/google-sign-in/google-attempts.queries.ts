import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** An attempt may be finished for ten minutes. */
const IS_ALIVE = `created_at > now() - interval '10 minutes'`;

const takenRow = z.object({
  browserHash: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  redirectUri: z.string(),
  referralCode: z.string().nullable(),
  purpose: z.enum(['sign-in', 'proof']),
});
export type TakenAttempt = z.output<typeof takenRow>;

/** Takes an attempt away, so that its state works once; null when it is unknown, used or too old. */
export async function takeAttempt(tx: Tx, stateHash: string): Promise<TakenAttempt | null> {
  return queryRow(
    tx,
    takenRow,
    `WITH taken AS (DELETE FROM google_attempt WHERE state_hash = decode($1, 'hex') RETURNING *)
     SELECT encode(browser_hash, 'hex') AS "browserHash", nonce, code_verifier AS "codeVerifier",
            redirect_uri AS "redirectUri", referral_code AS "referralCode", purpose
     FROM taken WHERE ${IS_ALIVE}`,
    [stateHash],
  );
}

/** Removes attempts that nobody finished, a bounded number at a time. */
export async function deleteExpiredAttempts(tx: Tx): Promise<void> {
  await tx.query(
    `DELETE FROM google_attempt WHERE state_hash = ANY(ARRAY(SELECT state_hash FROM google_attempt WHERE NOT (${IS_ALIVE}) LIMIT 5000))`,
  );
}
