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

/** A member by id, whatever their status. */
export function findHolder(tx: Tx, memberId: number): Promise<AddressHolder | null> {
  return queryRow(tx, holderRow, `${HOLDER} WHERE id = $1`, [memberId]);
}

/** Whoever has verified this address. */
export function findVerifiedHolder(tx: Tx, email: string): Promise<AddressHolder | null> {
  return queryRow(tx, holderRow, `${HOLDER} WHERE email = $1 AND email_verified_at IS NOT NULL`, [email]);
}

/** Locks a member and all who have this address, in one order for everybody. */
export function lockHolders(tx: Tx, memberId: number, email: string): Promise<AddressHolder[]> {
  return queryRows(tx, holderRow, `${HOLDER} WHERE id = $1 OR email = $2 ORDER BY id FOR NO KEY UPDATE`, [
    memberId,
    email,
  ]);
}

/** Gives a member this address as a verified one. */
export async function setVerifiedEmail(tx: Tx, memberId: number, email: string): Promise<void> {
  await tx.query('UPDATE member SET email = $2, email_verified_at = now() WHERE id = $1', [memberId, email]);
}

/** Takes this address from all others who have it, unverified. */
export async function takeFromOthers(tx: Tx, memberId: number, email: string): Promise<void> {
  await tx.query(
    'UPDATE member SET email = NULL WHERE email = $2 AND id <> $1 AND email_verified_at IS NULL',
    [memberId, email],
  );
}
