import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { returnsRow } from '../returns-row.js';

/** Condition of a reservation: for 90 days a former name leads to its member and is reserved for them. */
export const IS_RESERVED = `given_up_at > now() - interval '90 days'`;

/** Reserves a name for the member who gives it up, replacing the reservation of an earlier owner. */
export async function saveFormerUsername(tx: Tx, username: string, memberId: number): Promise<void> {
  await tx.query(
    `INSERT INTO former_username (username, member_id) VALUES ($1, $2)
     ON CONFLICT (username) DO UPDATE SET member_id = excluded.member_id, given_up_at = now()`,
    [username, memberId],
  );
}

/**
 * Tells whether the name is reserved for somebody else than this member; null is a person without an account
 * yet.
 */
export function isReservedForAnother(
  tx: Tx,
  username: string,
  memberId: number | null,
): Promise<boolean> {
  return returnsRow(
    tx,
    `SELECT FROM former_username WHERE username = $1 AND ${IS_RESERVED} AND member_id IS DISTINCT FROM $2`,
    [username, memberId],
  );
}

/** Returns the member who gave up this name, as long as it is reserved for them. */
export async function findFormerOwner(tx: Tx, username: string): Promise<number | null> {
  const row = await queryRow(
    tx,
    z.object({ memberId: int8Id }),
    `SELECT member_id AS "memberId" FROM former_username WHERE username = $1 AND ${IS_RESERVED}`,
    [username],
  );
  return row?.memberId ?? null;
}

/** Deletes a batch of expired reservations. */
export async function deleteReleasedUsernames(tx: Tx): Promise<void> {
  await tx.query(
    `DELETE FROM former_username WHERE username = ANY(ARRAY(
       SELECT username FROM former_username WHERE NOT (${IS_RESERVED}) LIMIT 5000))`,
  );
}
