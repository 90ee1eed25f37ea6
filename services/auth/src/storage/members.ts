import { AppError } from '@likewell/contracts/kernel/app-error';
import { authErrors } from '@likewell/contracts/auth/errors';
import type { OwnProfile, PublicProfile } from '@likewell/contracts/auth/profile';
import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import { violatedConstraint, type Tx } from '@likewell/service-kit/database/database';

interface MemberRow {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly avatar_sha256: string | null;
  readonly is_verified: boolean;
  readonly public_token: string;
  readonly profile_version: number;
}

const COLUMNS = 'id, username, email, avatar_sha256, is_verified, public_token, profile_version';

/** Adds a member. @throws AppError USERNAME_TAKEN, EMAIL_TAKEN */
export async function insertMember(
  tx: Tx,
  member: { username: string; email: string | null; publicToken: string; referrerId: number | null },
): Promise<OwnProfile> {
  try {
    const [row] = await tx.query<MemberRow[]>(
      `INSERT INTO member (username, email, public_token, referrer_id) VALUES ($1, $2, $3, $4) RETURNING ${COLUMNS}`,
      [member.username, member.email, member.publicToken, member.referrerId],
    );
    if (!row) throw new Error('an inserted member came back without a row');
    return toOwnProfile(row);
  } catch (error) {
    throw asTakenError(error);
  }
}

/** Says early, before a password is hashed, that a name or address is taken. @throws AppError as insertMember */
export async function assertFree(tx: Tx, username: string, email: string): Promise<void> {
  const [row] = await tx.query<{ username: string }[]>(
    'SELECT username FROM member WHERE username = $1 OR email = $2 ORDER BY username = $1 DESC LIMIT 1',
    [username, email],
  );
  if (row) throw new AppError(row.username === username ? authErrors.USERNAME_TAKEN : authErrors.EMAIL_TAKEN);
}

/** The member whose referral code this is, or null. */
export async function findReferrer(tx: Tx, publicToken: string): Promise<number | null> {
  const [row] = await tx.query<{ id: string }[]>(
    `SELECT id FROM member WHERE public_token = $1 AND status = 'active'`,
    [publicToken],
  );
  return row ? idFromInt8(row.id) : null;
}

/** An active member by id. */
export async function findMember(tx: Tx, memberId: number): Promise<OwnProfile | null> {
  const [row] = await tx.query<MemberRow[]>(
    `SELECT ${COLUMNS} FROM member WHERE id = $1 AND status = 'active'`,
    [memberId],
  );
  return row ? toOwnProfile(row) : null;
}

/** An active member by the stored form of a username. */
export async function findMemberByUsername(tx: Tx, username: string): Promise<OwnProfile | null> {
  const [row] = await tx.query<MemberRow[]>(
    `SELECT ${COLUMNS} FROM member WHERE username = $1 AND status = 'active'`,
    [username],
  );
  return row ? toOwnProfile(row) : null;
}

/** A member's profile without what only she may know. */
export function toPublicProfile({
  memberId,
  username,
  avatar,
  isVerified,
  version,
}: OwnProfile): PublicProfile {
  return { memberId, username, avatar, isVerified, version };
}

function toOwnProfile(row: MemberRow): OwnProfile {
  return {
    memberId: idFromInt8(row.id),
    username: row.username,
    email: row.email,
    avatar: row.avatar_sha256 && `/api/avatars/${row.avatar_sha256}.webp`,
    isVerified: row.is_verified,
    publicToken: row.public_token,
    version: row.profile_version,
  };
}

function asTakenError(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === 'member_username_taken') return new AppError(authErrors.USERNAME_TAKEN);
  if (constraint === 'member_email_taken') return new AppError(authErrors.EMAIL_TAKEN);
  return error;
}
