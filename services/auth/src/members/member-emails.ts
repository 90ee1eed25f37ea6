import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { violatedConstraint } from '@likewell/service-kit/database/database-errors';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { memberStatus } from './member-status.js';

// An address belongs to the member who has verified it. Until then it belongs to nobody, however many members
// have it.

const holderRow = z.object({
  memberId: int8Id,
  username: z.string(),
  email: z.string().nullable(),
  isVerified: z.boolean(),
  status: memberStatus,
});
/** A member and their address. */
export type AddressHolder = z.output<typeof holderRow>;

const HOLDER = `SELECT id AS "memberId", username, email, email_verified_at IS NOT NULL AS "isVerified", status FROM member`;

/** Returns a member with their address, whatever the member's status. */
export function findHolder(tx: Tx, memberId: number): Promise<AddressHolder | null> {
  return queryRow(tx, holderRow, `${HOLDER} WHERE id = $1`, [memberId]);
}

/** Returns the member who has verified this address, given in its stored form. */
export function findEmailOwner(tx: Tx, email: string): Promise<AddressHolder | null> {
  return queryRow(tx, holderRow, `${HOLDER} WHERE email = $1 AND email_verified_at IS NOT NULL`, [email]);
}

/** Does {@link findEmailOwner}; the owner is not deleted, and keeps the address, until the transaction ends. */
export function lockEmailOwner(tx: Tx, email: string): Promise<AddressHolder | null> {
  const sql = `${HOLDER} WHERE email = $1 AND email_verified_at IS NOT NULL FOR SHARE`;
  return queryRow(tx, holderRow, sql, [email]);
}

/**
 * Locks a member, and all who have this address, if one is given, always in the same order, until the transaction
 * ends. Two members who want the same address wait here for each other.
 */
export async function lockHolder(
  tx: Tx,
  memberId: number,
  email: string | null,
): Promise<AddressHolder | null> {
  const sql = `${HOLDER} WHERE id = $1 OR email = $2 ORDER BY id FOR NO KEY UPDATE`;
  const holders = await queryRows(tx, holderRow, sql, [memberId, email]);
  return holders.find((holder) => holder.memberId === memberId) ?? null;
}

/**
 * Gives a locked member, who has proved it, sole ownership of an address. Others who have it unverified lose
 * it.
 * @throws AppError EMAIL_VERIFIED_BY_ANOTHER
 */
export async function claimEmail(tx: Tx, memberId: number, email: string): Promise<void> {
  const owner = await findEmailOwner(tx, email);
  if (owner && owner.memberId !== memberId) throw new AppError(authErrors.EMAIL_VERIFIED_BY_ANOTHER);
  await tx
    .query('UPDATE member SET email = $2, email_verified_at = now() WHERE id = $1', [memberId, email])
    .catch(rethrowTaken);
  await tx.query(
    'UPDATE member SET email = NULL WHERE email = $2 AND id <> $1 AND email_verified_at IS NULL',
    [memberId, email],
  );
}

function rethrowTaken(error: unknown): never {
  if (violatedConstraint(error) === 'member_email_taken')
    throw new AppError(authErrors.EMAIL_VERIFIED_BY_ANOTHER);
  throw error;
}
