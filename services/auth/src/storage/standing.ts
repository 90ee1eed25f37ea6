import { authErrors } from '@likewell/contracts/auth/errors';
import { memberProfileChanged, memberStandingChanged } from '@likewell/contracts/auth/events';
import type { MemberRole, OwnProfile } from '@likewell/contracts/auth/profile';
import { AppError } from '@likewell/contracts/kernel/app-error';
import type { Tx } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { MEMBER_COLUMNS, toOwnProfile, toPublicProfile, type MemberRow } from './members.js';
import { deleteSessionsOf, findSessionsOf } from './sessions.js';

type Status = 'active' | 'suspended' | 'deleted';

/** A member with her standing, unchangeable for others until the transaction ends. */
export interface Standing {
  readonly member: OwnProfile;
  readonly status: Status;
}

/**
 * The member who proved who she is and may begin a session. She cannot be suspended until the transaction ends, so
 * that no session begins behind a suspension's back.
 * @throws AppError ACCOUNT_SUSPENDED, ACCOUNT_CLOSED
 */
export async function admitMember(tx: Tx, memberId: number): Promise<OwnProfile> {
  const [row] = await tx.query<(MemberRow & { status: Status })[]>(
    `SELECT ${MEMBER_COLUMNS}, status FROM member WHERE id = $1 FOR SHARE`,
    [memberId],
  );
  if (row?.status === 'suspended') throw new AppError(authErrors.ACCOUNT_SUSPENDED);
  if (row?.status !== 'active') throw new AppError(authErrors.ACCOUNT_CLOSED);
  return toOwnProfile(row);
}

/** Locks the member of this username, whatever her standing; null when there is none. */
export async function lockStanding(tx: Tx, username: string): Promise<Standing | null> {
  const [row] = await tx.query<(MemberRow & { status: Status })[]>(
    `SELECT ${MEMBER_COLUMNS}, status FROM member WHERE username = $1 FOR NO KEY UPDATE`,
    [username],
  );
  return row ? { member: toOwnProfile(row), status: row.status } : null;
}

/** Gives a locked member another role; answers her sessions, which still have the old one. */
export async function changeRole(tx: Tx, memberId: number, role: MemberRole): Promise<string[]> {
  await tx.query('UPDATE member SET role = $2 WHERE id = $1', [memberId, role]);
  return findSessionsOf(tx, memberId);
}

/** Gives a locked member the verified badge, or takes it away. */
export async function changeVerified(tx: Tx, member: OwnProfile, isVerified: boolean): Promise<void> {
  const version = member.version + 1;
  await tx.query('UPDATE member SET is_verified = $2, profile_version = $3 WHERE id = $1', [
    member.memberId,
    isVerified,
    version,
  ]);
  await recordEvent(tx, memberProfileChanged, {
    profile: { ...toPublicProfile(member), isVerified, version },
  });
}

/**
 * Suspends a locked member or reinstates her, and tells of it. Answers the sessions that must be revoked everywhere:
 * a suspended member has none.
 */
export async function changeStanding(tx: Tx, memberId: number, isSuspended: boolean): Promise<string[]> {
  const [[row]] = await tx.query<[{ standing_version: number }[], number]>(
    `UPDATE member SET status = $2, standing_version = standing_version + 1 WHERE id = $1
     RETURNING standing_version`,
    [memberId, isSuspended ? 'suspended' : 'active'],
  );
  if (!row) throw new Error('a locked member is gone');
  await recordEvent(tx, memberStandingChanged, { memberId, isSuspended, version: row.standing_version });
  return isSuspended ? deleteSessionsOf(tx, memberId) : [];
}
