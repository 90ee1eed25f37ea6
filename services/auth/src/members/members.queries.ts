import { authErrors } from '@likewell/contracts/auth/errors';
import { type OwnProfile } from '@likewell/contracts/auth/profile';
import { memberRole } from '@likewell/contracts/core/member-role';
import { AppError } from '@likewell/contracts/core/app-error';
import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { violatedConstraint } from '@likewell/service-kit/database/database-errors';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { toOwnProfile } from './member-profile.js';
import { memberStatus, type MemberWithStatus } from './member-status.js';
import { Member } from './member.entity.js';

/** What {@link memberRow} reads. */
export const MEMBER_COLUMNS = `id, username, email, avatar_sha256 AS "avatarSha256", is_verified AS "isVerified",
  public_token AS "publicToken", profile_version AS "profileVersion", role, status, created_at AS "createdAt",
  deletion_at AS "deletionAt"`;

export const memberRow = z.object({
  id: int8Id,
  username: z.string(),
  email: z.string().nullable(),
  avatarSha256: z.string().nullable(),
  isVerified: z.boolean(),
  publicToken: z.string(),
  profileVersion: z.int(),
  role: memberRole,
  status: memberStatus,
  createdAt: z.date(),
  deletionAt: z.date().nullable(),
});

/** A locked member, with the name of their picture. */
export interface LockedMember {
  readonly member: OwnProfile;
  readonly avatarSha256: string | null;
}

/** Somebody to add. */
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
     VALUES ($1, $2, CASE WHEN $3 THEN now() END, $4, $5) RETURNING ${MEMBER_COLUMNS}`,
    [member.username, member.email, member.emailIsVerified, member.publicToken, member.referrerId],
  ).catch(rethrowTaken);
  if (!row) throw new Error('an inserted member came back without a row');
  return toOwnProfile(row);
}

/** Whether somebody has this username already. */
export function isUsernameTaken(tx: Tx, username: string): Promise<boolean> {
  return tx.existsBy(Member, { username });
}

/** An active member, unchangeable for others until the transaction ends. */
export async function lockMember(tx: Tx, memberId: number): Promise<LockedMember | null> {
  const row = await queryRow(
    tx,
    memberRow,
    `SELECT ${MEMBER_COLUMNS} FROM member WHERE id = $1 AND status = 'active' FOR NO KEY UPDATE`,
    [memberId],
  );
  return row && { member: toOwnProfile(row), avatarSha256: row.avatarSha256 };
}

/** Changes what others see of a member. @throws AppError USERNAME_TAKEN */
export async function updateMember(
  tx: Tx,
  memberId: number,
  {
    username,
    avatarSha256,
    skeletonIsShared,
  }: { username?: string; avatarSha256?: string; skeletonIsShared?: boolean },
): Promise<OwnProfile> {
  const row = await queryRow(
    tx,
    memberRow,
    `WITH changed AS (
       UPDATE member SET username = coalesce($2, username), avatar_sha256 = coalesce($3, avatar_sha256),
         skeleton_is_shared = coalesce($4, skeleton_is_shared),
         profile_version = profile_version + 1 WHERE id = $1 RETURNING *)
     SELECT ${MEMBER_COLUMNS} FROM changed`,
    [memberId, username ?? null, avatarSha256 ?? null, skeletonIsShared ?? null],
  ).catch(rethrowTaken);
  if (!row) throw new Error('an updated member came back without a row');
  return toOwnProfile(row);
}

/** The member whose referral code this is, or null. */
export async function findReferrer(tx: Tx, publicToken: string): Promise<number | null> {
  const referrer = await tx.findOneBy(Member, { publicToken, status: 'active' });
  return referrer?.id ?? null;
}

/** An active member by id. */
export async function findMember(tx: Tx, memberId: number): Promise<OwnProfile | null> {
  const member = await tx.findOneBy(Member, { id: memberId, status: 'active' });
  return member && toOwnProfile(member);
}

/** A member by the stored form of a username, whatever their status. */
export async function findMemberByUsername(tx: Tx, username: string): Promise<MemberWithStatus | null> {
  const member = await tx.findOneBy(Member, { username });
  return member && { member: toOwnProfile(member), status: member.status };
}

function rethrowTaken(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint === 'member_username_taken' || constraint === 'member_skeleton_taken')
    throw new AppError(authErrors.USERNAME_TAKEN);
  if (constraint === 'member_email_taken') throw new AppError(authErrors.EMAIL_TAKEN);
  throw error;
}
