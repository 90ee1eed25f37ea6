import { authErrors } from '@likewell/contracts/auth/errors';
import { ownProfile, type OwnProfile } from '@likewell/contracts/auth/profile';
import { AppError } from '@likewell/contracts/core/app-error';
import { int8Id, isoTime } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { violatedConstraint } from '@likewell/service-kit/database/database-errors';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { memberStatus } from './member-status.js';
import { Member } from './member.entity.js';

/** The columns for {@link memberRow}. */
const COLUMNS = `id AS "memberId", username, email, '/api/avatars/' || avatar_sha256 || '.webp' AS avatar,
  is_verified AS "isVerified", public_token AS "publicToken", profile_version AS version, role,
  created_at AS "memberSince", deletion_at AS "deletionAt", avatar_sha256 AS "avatarSha256", status`;

const memberRow = ownProfile
  .extend({
    memberId: int8Id,
    memberSince: isoTime,
    deletionAt: isoTime.nullable().transform((time) => time ?? undefined),
    avatarSha256: z.string().nullable(),
    status: memberStatus,
  })
  .transform(({ avatarSha256, status, ...member }) => ({ member, avatarSha256, status }));
/** A member, with the name of their picture and their status. */
export type MemberRow = z.output<typeof memberRow>;

/** A member to insert. */
interface NewMember {
  readonly username: string;
  readonly email: string | null;
  readonly emailIsVerified: boolean;
  readonly publicToken: string;
  readonly referrerId: number | null;
}

/** Adds a member. @throws AppError USERNAME_TAKEN, EMAIL_TAKEN */
export async function insertMember(tx: Tx, member: NewMember): Promise<OwnProfile> {
  const row = await queryRow(
    tx,
    memberRow,
    `INSERT INTO member (username, email, email_verified_at, public_token, referrer_id)
     VALUES ($1, $2, CASE WHEN $3 THEN now() END, $4, $5) RETURNING ${COLUMNS}`,
    [member.username, member.email, member.emailIsVerified, member.publicToken, member.referrerId],
  ).catch(rethrowTaken);
  if (!row) throw new Error('an inserted member came back without a row');
  return row.member;
}

/** Tells whether somebody has this username. */
export function isUsernameTaken(tx: Tx, username: string): Promise<boolean> {
  return tx.existsBy(Member, { username });
}

/** Locks an active member until the transaction ends. */
export function lockActiveMember(tx: Tx, memberId: number): Promise<MemberRow | null> {
  return findOne(tx, `id = $1 AND status = 'active' FOR NO KEY UPDATE`, memberId);
}

/** Locks a member so that nobody changes their status until the transaction ends. */
export function lockMemberStatus(tx: Tx, memberId: number): Promise<MemberRow | null> {
  return findOne(tx, 'id = $1 FOR SHARE', memberId);
}

/** Locks the member with this username, whatever their status; null if there is none. */
export function lockMemberByUsername(tx: Tx, username: string): Promise<MemberRow | null> {
  return findOne(tx, 'username = $1 FOR NO KEY UPDATE', username);
}

/**
 * Changes a member's public data. The verified badge is given to a name, and is lost with it.
 * @throws AppError USERNAME_TAKEN
 */
export async function updateMember(
  tx: Tx,
  memberId: number,
  change: { username?: string; avatarSha256?: string; skeletonIsShared?: boolean },
): Promise<OwnProfile> {
  const row = await queryRow(
    tx,
    memberRow,
    `UPDATE member SET username = coalesce($2, username), avatar_sha256 = coalesce($3, avatar_sha256),
       is_verified = is_verified AND username = coalesce($2, username),
       skeleton_is_shared = coalesce($4, skeleton_is_shared),
       profile_version = profile_version + 1 WHERE id = $1 RETURNING ${COLUMNS}`,
    [memberId, change.username ?? null, change.avatarSha256 ?? null, change.skeletonIsShared ?? null],
  ).catch(rethrowTaken);
  if (!row) throw new Error('an updated member came back without a row');
  return row.member;
}

/** Returns the member with this referral code, or null. */
export async function findReferrer(tx: Tx, publicToken: string): Promise<number | null> {
  const referrer = await tx.findOneBy(Member, { publicToken, status: 'active' });
  return referrer?.id ?? null;
}

/** Returns an active member by id. */
export async function findMember(tx: Tx, memberId: number): Promise<OwnProfile | null> {
  const found = await findOne(tx, `id = $1 AND status = 'active'`, memberId);
  return found?.member ?? null;
}

/** Returns the member with this username in its stored form, whatever their status; null if there is none. */
export function findMemberByUsername(tx: Tx, username: string): Promise<MemberRow | null> {
  return findOne(tx, 'username = $1', username);
}

/** @param which an SQL condition on `key`, and the lock */
function findOne(tx: Tx, which: string, key: number | string): Promise<MemberRow | null> {
  return queryRow(tx, memberRow, `SELECT ${COLUMNS} FROM member WHERE ${which}`, [key]);
}

function rethrowTaken(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint === 'member_username_taken' || constraint === 'member_skeleton_taken')
    throw new AppError(authErrors.USERNAME_TAKEN);
  if (constraint === 'member_email_taken') throw new AppError(authErrors.EMAIL_TAKEN);
  throw error;
}
