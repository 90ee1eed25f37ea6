import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import type { AddressHolder } from './address-holder.js';
import { memberStatus } from './member-status.js';

const holderRow = z.object({
  memberId: int8Id,
  username: z.string(),
  email: z.string().nullable(),
  isVerified: z.boolean(),
  status: memberStatus,
});

const HOLDER = `SELECT id AS "memberId", username, email, email_verified_at IS NOT NULL AS "isVerified", status FROM member`;

/** Returns a member by id, whatever their status. */
export function findHolder(tx: Tx, memberId: number): Promise<AddressHolder | null> {
  return queryRow(tx, holderRow, `${HOLDER} WHERE id = $1`, [memberId]);
}

/** Returns the member who has verified this address. */
export function findVerifiedHolder(tx: Tx, email: string): Promise<AddressHolder | null> {
  return queryRow(tx, holderRow, `${HOLDER} WHERE email = $1 AND email_verified_at IS NOT NULL`, [email]);
}

/** Locks a member and all who have this address, always in the same order. */
export function lockHolders(tx: Tx, memberId: number, email: string): Promise<AddressHolder[]> {
  return queryRows(tx, holderRow, `${HOLDER} WHERE id = $1 OR email = $2 ORDER BY id FOR NO KEY UPDATE`, [
    memberId,
    email,
  ]);
}

/** Sets a member's address as verified. */
export async function setVerifiedEmail(tx: Tx, memberId: number, email: string): Promise<void> {
  await tx.query('UPDATE member SET email = $2, email_verified_at = now() WHERE id = $1', [memberId, email]);
}

/** Removes this address from all others who have it unverified. */
export async function removeFromOthers(tx: Tx, memberId: number, email: string): Promise<void> {
  await tx.query(
    'UPDATE member SET email = NULL WHERE email = $2 AND id <> $1 AND email_verified_at IS NULL',
    [memberId, email],
  );
}
