import { int8Id, isoTime } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryValue, returnsRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { PROVES_ADDRESS } from '../mail-links/mail-link.js';
import { forgetMember } from '../networks/wrong-passwords.js';
import { NO_ADDRESS, spentMessageHash } from '../wallet-sign-in/spent-message.js';

/** Time in which a member may cancel the deletion, as a Postgres interval. */
const TIME_TO_RETURN = '14 days';

const plannedRow = z.object({ deletionAt: isoTime, keepsPosts: z.boolean() });
/** The planned deletion of an account. */
export type PlannedDeletion = z.output<typeof plannedRow>;

const leaverRow = z.object({
  id: int8Id,
  username: z.string(),
  /** Null unless it is verified. */
  email: z.string().nullable(),
  avatarSha256: z.string().nullable(),
  keepsPosts: z.boolean(),
  isSuspended: z.boolean(),
  statusVersion: z.int(),
});
const erasedRow = z.object({ username: z.string(), version: z.int(), memberSince: isoTime });
/** A member whose account is being deleted. */
export type Leaver = z.output<typeof leaverRow>;

/** Plans the deletion of a locked member, by default in 14 days; a deletion that is already planned keeps its day. */
export async function planDeletion(
  tx: Tx,
  memberId: number,
  { keepsPosts, days }: { readonly keepsPosts: boolean; readonly days?: number | undefined },
): Promise<PlannedDeletion> {
  const row = await queryRow(
    tx,
    plannedRow,
    `UPDATE member SET keeps_posts = $2,
       deletion_at = CASE WHEN $3::integer IS NULL THEN coalesce(deletion_at, now() + interval '${TIME_TO_RETURN}')
         ELSE now() + interval '1 day' * $3::integer END
     WHERE id = $1 RETURNING deletion_at AS "deletionAt", keeps_posts AS "keepsPosts"`,
    [memberId, keepsPosts, days ?? null],
  );
  if (!row) throw new Error('a locked member is gone');
  return row;
}

/** Cancels the planned deletion of a locked member; returns false if none was planned. */
export function deletePlan(tx: Tx, memberId: number): Promise<boolean> {
  const sql = `UPDATE member SET deletion_at = NULL, keeps_posts = NULL
    WHERE id = $1 AND deletion_at IS NOT NULL RETURNING 1`;
  return returnsRow(tx, sql, [memberId]);
}

/** Returns the planned deletion of an account, or null. */
export function findPlan(tx: Tx, memberId: number): Promise<PlannedDeletion | null> {
  const sql = `SELECT deletion_at AS "deletionAt", keeps_posts AS "keepsPosts" FROM member
    WHERE id = $1 AND deletion_at IS NOT NULL`;
  return queryRow(tx, plannedRow, sql, [memberId]);
}

/**
 * Returns the member whose deletion has been due for longest, except these and those whom another replica has
 * locked; null if there is none.
 */
export function findNextLeaver(tx: Tx, except: Iterable<number>): Promise<number | null> {
  return queryValue(
    tx,
    int8Id,
    `SELECT id FROM member WHERE deletion_at <= now() AND id <> ALL ($1)
     ORDER BY deletion_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
    [[...except]],
  );
}

/** Locks a member whose deletion is due; null if they cancelled it, were deleted, or are locked by another replica. */
export function lockLeaver(tx: Tx, memberId: number): Promise<Leaver | null> {
  return queryRow(
    tx,
    leaverRow,
    `SELECT id, username, CASE WHEN email_verified_at IS NOT NULL THEN email END AS email,
       avatar_sha256 AS "avatarSha256", keeps_posts AS "keepsPosts",
       status = 'suspended' AS "isSuspended", standing_version AS "statusVersion" FROM member
     WHERE id = $1 AND deletion_at <= now() FOR NO KEY UPDATE SKIP LOCKED`,
    [memberId],
  );
}

/**
 * Erases the data of a locked member except their number, and gives them a name that tells that they were
 * deleted. Who referred them is still in the journal, and for 90 days among the ledger's newcomers. The new
 * referral code is known to nobody.
 */
export async function eraseMember(tx: Tx, memberId: number, publicToken: string) {
  const row = await queryRow(
    tx,
    erasedRow,
    `UPDATE member SET status = 'deleted', email = NULL, email_verified_at = NULL, tip_limit_nano = NULL, avatar_sha256 = NULL, is_verified = false, role = 'member',
       username = CASE WHEN EXISTS (SELECT FROM member WHERE username = 'deleted_' || $1::bigint) THEN 'deleted__' ELSE 'deleted_' END || id,
       skeleton_is_shared = true, public_token = $2, referrer_id = NULL, deletion_at = NULL, keeps_posts = NULL,
       profile_version = profile_version + 1
     WHERE id = $1::bigint RETURNING username, profile_version AS version, created_at AS "memberSince"`,
    [memberId, publicToken],
  );
  if (!row) throw new Error('a locked member is gone');
  return row;
}

/**
 * Tables whose rows of a member are deleted with them. Sessions are ended separately; the security events, the
 * reservation of the name and, for a day, the links that prove an address stay. Exports come before mails: the
 * deletion of one that is being finished waits for that, and for the mail that tells of it.
 */
export const TABLES_OF_A_MEMBER = [
  'identity',
  'known_network',
  'export',
  'mail',
  'email_change',
  'totp',
  'recovery_code',
  'second_factor_ticket',
  'passkey',
  'passkey_challenge',
] as const;

/**
 * Deletes everything by which a member proves their identity, and the networks that they signed in from. Of
 * the messages that their wallets signed only a hash is left: otherwise somebody who sends one again while it is
 * still valid would register as a new member. Links that prove an address expire by themselves: somebody could
 * otherwise sign up with another member's address, use up its mails and leave, so that none of them works for its
 * owner.
 */
export async function deleteTraces(tx: Tx, memberId: number): Promise<void> {
  await tx.query(
    `UPDATE wallet_message SET address = $2, message = ${spentMessageHash('address', 'message')}
     WHERE address IN (SELECT subject FROM identity WHERE member_id = $1 AND provider = 'wallet')`,
    [memberId, NO_ADDRESS],
  );
  await forgetMember(tx, memberId);
  await tx.query('DELETE FROM mail_link WHERE member_id = $1 AND purpose <> ALL ($2)', [
    memberId,
    PROVES_ADDRESS,
  ]);
  for (const table of TABLES_OF_A_MEMBER)
    await tx.query(`DELETE FROM ${table} WHERE member_id = $1`, [memberId]);
}
