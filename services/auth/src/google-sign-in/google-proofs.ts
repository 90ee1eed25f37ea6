import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryValue, returnsRow } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';
import { z } from 'zod';
import type { GoogleAccount } from '../google/google-provider.js';

// A proof of who owns an account at Google signs nobody in. It is one token, stored only as a hash.

/** Condition of a valid proof: it is at most five minutes old. */
const IS_ALIVE = `created_at > now() - interval '5 minutes'`;

/** Longest time since the login at Google, if Google tells it. */
const MAX_LOGIN_AGE_SECONDS = 300;

/** Records that the holder of the token with this hash owns this account; returns false if its login is too old. */
export function insertGoogleProof(
  tx: Tx,
  tokenHash: string,
  { subject, authTime }: Pick<GoogleAccount, 'subject' | 'authTime'>,
): Promise<boolean> {
  return returnsRow(
    tx,
    `INSERT INTO google_proof (token_hash, subject) SELECT decode($1, 'hex'), $2
     WHERE $3::float8 IS NULL OR extract(epoch FROM now()) - $3 <= ${MAX_LOGIN_AGE_SECONDS} RETURNING 1`,
    [tokenHash, subject, authTime],
  );
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
