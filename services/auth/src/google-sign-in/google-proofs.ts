import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryValue } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';
import { z } from 'zod';

// A proof of who owns an account at Google signs nobody in. It is one token, stored only as a hash.

/** Condition of a valid proof: it is at most five minutes old. */
const IS_ALIVE = `created_at > now() - interval '5 minutes'`;

/** Records that the holder of the token with this hash owns this account. */
export async function insertGoogleProof(tx: Tx, tokenHash: string, subject: string): Promise<void> {
  await tx.query(`INSERT INTO google_proof (token_hash, subject) VALUES (decode($1, 'hex'), $2)`, [
    tokenHash,
    subject,
  ]);
}

/**
 * Returns the account's subject of a proof, which is deleted and so works once.
 * @throws AppError IDENTITY_NOT_CONFIRMED for one that is unknown, used or expired
 */
export async function spendGoogleProof(tx: Tx, tokenHash: string): Promise<string> {
  const subject = await queryValue(
    tx,
    z.string(),
    `DELETE FROM google_proof WHERE token_hash = decode($1, 'hex') AND ${IS_ALIVE} RETURNING subject`,
    [tokenHash],
  );
  if (subject === null) throw new AppError(authErrors.IDENTITY_NOT_CONFIRMED);
  return subject;
}

export const deleteOldProofs = oldRows('google_proof', `NOT (${IS_ALIVE})`);
