import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import type { Tx } from '@likewell/service-kit/database/database';

/** How long a name that was given up leads to its member and is kept for her (ARCHITECTURE, section 4). */
const KEPT = `given_up_at > now() - interval '90 days'`;

/** Keeps a name for the member who gives it up; whoever gave it up before her has lost it. */
export async function keepUsername(tx: Tx, username: string, memberId: number): Promise<void> {
  await tx.query(
    `INSERT INTO former_username (username, member_id) VALUES ($1, $2)
     ON CONFLICT (username) DO UPDATE SET member_id = excluded.member_id, given_up_at = now()`,
    [username, memberId],
  );
}

/** True when the name is kept for somebody else than this member, who may be nobody yet. */
export async function isKeptForAnother(tx: Tx, username: string, memberId: number | null): Promise<boolean> {
  const rows = await tx.query<unknown[]>(
    `SELECT FROM former_username WHERE username = $1 AND ${KEPT} AND member_id IS DISTINCT FROM $2`,
    [username, memberId],
  );
  return rows.length > 0;
}

/** The member who gave up this name, as long as it is kept for her. */
export async function findFormerOwner(tx: Tx, username: string): Promise<number | null> {
  const [row] = await tx.query<{ member_id: string }[]>(
    `SELECT member_id FROM former_username WHERE username = $1 AND ${KEPT}`,
    [username],
  );
  return row ? idFromInt8(row.member_id) : null;
}

/** How many names a member gave up within a day. */
export async function countGivenUpToday(tx: Tx, memberId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }[]>(
    `SELECT count(*)::int AS count FROM former_username
     WHERE member_id = $1 AND given_up_at > now() - interval '1 day'`,
    [memberId],
  );
  return row?.count ?? 0;
}

/** Removes names that are kept no longer, a bounded number at a time. */
export async function deleteReleasedUsernames(tx: Tx): Promise<void> {
  await tx.query(
    `DELETE FROM former_username WHERE username = ANY(ARRAY(
       SELECT username FROM former_username WHERE NOT (${KEPT}) LIMIT 5000))`,
  );
}
