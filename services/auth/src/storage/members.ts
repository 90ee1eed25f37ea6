import { AppError } from '@likewell/contracts/kernel/app-error';
import { authErrors } from '@likewell/contracts/auth/errors';
import type { MemberRole, OwnProfile, PublicProfile } from '@likewell/contracts/auth/profile';
import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import { violatedConstraint, type Tx } from '@likewell/service-kit/database/database';
import { findFormerOwner, isKeptForAnother } from './former-usernames.js';

/** A member as Postgres has her. */
export interface MemberRow {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly avatar_sha256: string | null;
  readonly is_verified: boolean;
  readonly public_token: string;
  readonly profile_version: number;
  readonly role: MemberRole;
}

/** What {@link toOwnProfile} reads. */
export const MEMBER_COLUMNS =
  'id, username, email, avatar_sha256, is_verified, public_token, profile_version, role';

/** Adds a member. @throws AppError USERNAME_TAKEN, USERNAME_RESERVED, EMAIL_TAKEN */
export async function insertMember(
  tx: Tx,
  member: { username: string; email: string | null; publicToken: string; referrerId: number | null },
): Promise<OwnProfile> {
  try {
    const [row] = await tx.query<MemberRow[]>(
      `INSERT INTO member (username, email, public_token, referrer_id) VALUES ($1, $2, $3, $4) RETURNING ${MEMBER_COLUMNS}`,
      [member.username, member.email, member.publicToken, member.referrerId],
    );
    if (!row) throw new Error('an inserted member came back without a row');
    const profile = toOwnProfile(row);
    await assertNotKept(tx, profile);
    return profile;
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
  if (await isKeptForAnother(tx, username, null)) throw new AppError(authErrors.USERNAME_RESERVED);
}

/**
 * Refuses a name that somebody else gave up lately. It must be asked after the name was written: whoever gives
 * it up at the same time has then committed, for two cannot hold one name. @throws AppError USERNAME_RESERVED
 */
export async function assertNotKept(tx: Tx, { username, memberId }: OwnProfile): Promise<void> {
  if (await isKeptForAnother(tx, username, memberId)) throw new AppError(authErrors.USERNAME_RESERVED);
}

/** An active member and the name of her picture, unchangeable for others until the transaction ends. */
export async function lockMember(
  tx: Tx,
  memberId: number,
): Promise<{ member: OwnProfile; avatarSha256: string | null } | null> {
  const [row] = await tx.query<MemberRow[]>(
    `SELECT ${MEMBER_COLUMNS} FROM member WHERE id = $1 AND status = 'active' FOR NO KEY UPDATE`,
    [memberId],
  );
  return row ? { member: toOwnProfile(row), avatarSha256: row.avatar_sha256 } : null;
}

/** Changes what others see of a member. @throws AppError USERNAME_TAKEN */
export async function updateMember(
  tx: Tx,
  memberId: number,
  { username, avatarSha256 }: { username?: string; avatarSha256?: string },
): Promise<OwnProfile> {
  try {
    const [[row]] = await tx.query<[MemberRow[], number]>(
      `UPDATE member SET username = coalesce($2, username), avatar_sha256 = coalesce($3, avatar_sha256),
         profile_version = profile_version + 1 WHERE id = $1 RETURNING ${MEMBER_COLUMNS}`,
      [memberId, username ?? null, avatarSha256 ?? null],
    );
    if (!row) throw new Error('an updated member came back without a row');
    return toOwnProfile(row);
  } catch (error) {
    throw asTakenError(error);
  }
}

/** True when somebody has this address, in its stored form, already. */
export async function isEmailTaken(tx: Tx, email: string): Promise<boolean> {
  const rows = await tx.query<unknown[]>('SELECT FROM member WHERE email = $1', [email]);
  return rows.length > 0;
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
    `SELECT ${MEMBER_COLUMNS} FROM member WHERE id = $1 AND status = 'active'`,
    [memberId],
  );
  return row ? toOwnProfile(row) : null;
}

/** An active member by the stored form of a username; where nobody has it, by one that she gave up lately. */
export async function findMemberByUsername(tx: Tx, username: string): Promise<OwnProfile | null> {
  const [row] = await tx.query<(MemberRow & { status: string })[]>(
    `SELECT ${MEMBER_COLUMNS}, status FROM member WHERE username = $1`,
    [username],
  );
  if (row) return row.status === 'active' ? toOwnProfile(row) : null;
  const formerOwner = await findFormerOwner(tx, username);
  return formerOwner === null ? null : findMember(tx, formerOwner);
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

/** A row as a profile. */
export function toOwnProfile(row: MemberRow): OwnProfile {
  return {
    memberId: idFromInt8(row.id),
    username: row.username,
    email: row.email,
    avatar: row.avatar_sha256 && `/api/avatars/${row.avatar_sha256}.webp`,
    isVerified: row.is_verified,
    publicToken: row.public_token,
    version: row.profile_version,
    role: row.role,
  };
}

function asTakenError(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === 'member_username_taken') return new AppError(authErrors.USERNAME_TAKEN);
  if (constraint === 'member_email_taken') return new AppError(authErrors.EMAIL_TAKEN);
  return error;
}
