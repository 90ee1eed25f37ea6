import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** How long a name that was given up leads to its member and is reserved for them. */
export const IS_RESERVED = `given_up_at > now() - interval '90 days'`;

/** Reserves a name for the member who gives it up; whoever gave it up before them has lost it. */
export async function saveFormerUsername(tx: Tx, username: string, memberId: number): Promise<void> {
  await tx.query(
    `INSERT INTO former_username (username, member_id) VALUES ($1, $2)
     ON CONFLICT (username) DO UPDATE SET member_id = excluded.member_id, given_up_at = now()`,
    [username, memberId],
  );
}

/** True when the name is reserved for somebody else than this member, who may be nobody yet. */
export async function isReservedForAnother(
  tx: Tx,
  username: string,
  memberId: number | null,
): Promise<boolean> {
  const row = await queryRow(
    tx,
    z.object({}),
    `SELECT FROM former_username WHERE username = $1 AND ${IS_RESERVED} AND member_id IS DISTINCT FROM $2`,
    [username, memberId],
  );
  return row !== null;
}

/** The member who gave up this name, as long as it is reserved for them. */
export async function findFormerOwner(tx: Tx, username: string): Promise<number | null> {
  const row = await queryRow(
    tx,
    z.object({ memberId: int8Id }),
    `SELECT member_id AS "memberId" FROM former_username WHERE username = $1 AND ${IS_RESERVED}`,
    [username],
  );
  return row?.memberId ?? null;
}

/** How many names a member gave up within a day. */
export async function countGivenUpToday(tx: Tx, memberId: number): Promise<number> {
  const row = await queryRow(
    tx,
    z.object({ count: z.int() }),
    `SELECT count(*)::int AS count FROM former_username
     WHERE member_id = $1 AND given_up_at > now() - interval '1 day'`,
    [memberId],
  );
  return row?.count ?? 0;
}

/** Removes names that are reserved no longer, a bounded number at a time. */
export async function deleteReleasedUsernames(tx: Tx): Promise<void> {
  await tx.query(
    `DELETE FROM former_username WHERE username = ANY(ARRAY(
       SELECT username FROM former_username WHERE NOT (${IS_RESERVED}) LIMIT 5000))`,
  );
}
