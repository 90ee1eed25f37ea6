import type { Tx } from '@likewell/service-kit/database/database';

/** A sign-in with Google that has begun. The hashes are in hex. */
export interface GoogleAttempt {
  readonly browserHash: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
  readonly referralCode: string | null;
}

/** An attempt stands for ten minutes. */
const STANDS = `created_at > now() - interval '10 minutes'`;

/** Keeps an attempt under the hash of its state. */
export async function insertAttempt(tx: Tx, stateHash: string, attempt: GoogleAttempt): Promise<void> {
  await tx.query(
    `INSERT INTO google_attempt (state_hash, browser_hash, nonce, code_verifier, redirect_uri, referral_code)
     VALUES (decode($1, 'hex'), decode($2, 'hex'), $3, $4, $5, $6)`,
    [
      stateHash,
      attempt.browserHash,
      attempt.nonce,
      attempt.codeVerifier,
      attempt.redirectUri,
      attempt.referralCode,
    ],
  );
}

/** Takes an attempt away, so that its state works once; null when it is unknown, used or too old. */
export async function takeAttempt(tx: Tx, stateHash: string): Promise<GoogleAttempt | null> {
  const [row] = await tx.query<GoogleAttempt[]>(
    `WITH taken AS (DELETE FROM google_attempt WHERE state_hash = decode($1, 'hex') RETURNING *)
     SELECT encode(browser_hash, 'hex') AS "browserHash", nonce, code_verifier AS "codeVerifier",
            redirect_uri AS "redirectUri", referral_code AS "referralCode"
     FROM taken WHERE ${STANDS}`,
    [stateHash],
  );
  return row ?? null;
}

/** Removes attempts that nobody finished, a bounded number at a time. */
export async function deleteExpiredAttempts(tx: Tx): Promise<void> {
  await tx.query(
    `DELETE FROM google_attempt WHERE state_hash = ANY(ARRAY(SELECT state_hash FROM google_attempt WHERE NOT (${STANDS}) LIMIT 5000))`,
  );
}
