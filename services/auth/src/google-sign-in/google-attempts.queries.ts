import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';
import { z } from 'zod';

/** Condition of an attempt that may be finished: it is at most ten minutes old. */
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

/** Takes and deletes an attempt, so that its state works once; null if it is unknown, used or expired. */
export async function takeAttempt(tx: Tx, stateHash: string): Promise<TakenAttempt | null> {
  return queryRow(
    tx,
    takenRow,
    `DELETE FROM google_attempt WHERE state_hash = decode($1, 'hex') AND ${IS_ALIVE}
     RETURNING encode(browser_hash, 'hex') AS "browserHash", nonce, code_verifier AS "codeVerifier",
       redirect_uri AS "redirectUri", referral_code AS "referralCode", purpose`,
    [stateHash],
  );
}

export const deleteExpiredAttempts = oldRows('google_attempt', `NOT (${IS_ALIVE})`);
