import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryValue, returnsRow } from '@likewell/service-kit/database/query-rows';
import { oldRows } from '@likewell/service-kit/jobs/deletes-old';
import { countUse } from '../networks/use-counts.js';

/** Condition of a reservation: for 90 days a former name leads to its member and is reserved for them. */
export const IS_RESERVED = `given_up_at > now() - interval '90 days'`;

/** Limits the changes, because each reserves a name for 90 days: nobody may collect names. */
const CHANGES = { points: 5, windowMs: 86_400_000 };

/**
 * Counts a change of a member's name, also one back to a former name; the count of a failed change is undone
 * with the transaction.
 * @throws AppError USERNAME_CHANGED_TOO_OFTEN with `retryAfterSeconds` among its details after five within a
 *   day
 */
export async function countUsernameChange(tx: Tx, memberId: number): Promise<void> {
  const waitMs = await countUse(tx, `username:${memberId}`, CHANGES);
  if (waitMs === 0) return;
  const details = { retryAfterSeconds: Math.ceil(waitMs / 1000) };
  throw new AppError(authErrors.USERNAME_CHANGED_TOO_OFTEN, { details });
}

/** Reserves a name for the member who gives it up, replacing the reservation of an earlier owner. */
export async function giveUpUsername(tx: Tx, username: string, memberId: number): Promise<void> {
  await tx.query(
    `INSERT INTO former_username (username, member_id) VALUES ($1, $2)
     ON CONFLICT (username) DO UPDATE SET member_id = excluded.member_id, given_up_at = now()`,
    [username, memberId],
  );
}

/**
 * Rejects a name that somebody else than this member recently gave up. Must be called after the name was
 * written: since two members cannot have one name, a concurrent transaction that gives it up has then
 * committed.
 * @param memberId null for a person without an account yet
 * @throws AppError USERNAME_RESERVED
 */
export async function assertNotReserved(tx: Tx, username: string, memberId: number | null): Promise<void> {
  const sql = `SELECT FROM former_username WHERE username = $1 AND ${IS_RESERVED} AND member_id IS DISTINCT FROM $2`;
  if (await returnsRow(tx, sql, [username, memberId])) throw new AppError(authErrors.USERNAME_RESERVED);
}

/** Returns the member who gave up this name, as long as it is reserved for them. */
export function findFormerOwner(tx: Tx, username: string): Promise<number | null> {
  return queryValue(
    tx,
    int8Id,
    `SELECT member_id AS "memberId" FROM former_username WHERE username = $1 AND ${IS_RESERVED}`,
    [username],
  );
}

export const deleteReleasedUsernames = oldRows('former_username', `NOT (${IS_RESERVED})`);
