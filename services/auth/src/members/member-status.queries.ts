import type { MemberRole } from '@likewell/contracts/core/member-role';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { hasSecondFactor } from '../second-factors/has-second-factor.js';
import { toOwnProfile } from './member-profile.js';
import type { MemberWithStatus } from './member-status.js';
import { MEMBER_COLUMNS, memberRow } from './members.queries.js';

/** A member whose status nobody changes until the transaction ends. */
export function shareMember(tx: Tx, memberId: number): Promise<MemberWithStatus | null> {
  return findOne(tx, `SELECT ${MEMBER_COLUMNS} FROM member WHERE id = $1 FOR SHARE`, memberId);
}

/** The member of this username, whatever their status; null when there is none. */
export function findMemberNamed(tx: Tx, username: string): Promise<MemberWithStatus | null> {
  return findOne(tx, `SELECT ${MEMBER_COLUMNS} FROM member WHERE username = $1`, username);
}

/** Locks the member of this username, whatever their status; null when there is none. */
export function lockMemberNamed(tx: Tx, username: string): Promise<MemberWithStatus | null> {
  return findOne(tx, `SELECT ${MEMBER_COLUMNS} FROM member WHERE username = $1 FOR NO KEY UPDATE`, username);
}

/** Whether a member has a second factor. */
export async function hasSecondFactorNow(tx: Tx, memberId: number): Promise<boolean> {
  const row = await queryRow(tx, z.object({}), `SELECT WHERE ${hasSecondFactor('$1')}`, [memberId]);
  return row !== null;
}

/** Gives a locked member another role. */
export async function updateRole(tx: Tx, memberId: number, role: MemberRole): Promise<void> {
  await tx.query('UPDATE member SET role = $2 WHERE id = $1', [memberId, role]);
}

/** Gives a locked member the verified badge, or takes it away. */
export async function updateVerified(
  tx: Tx,
  memberId: number,
  { isVerified, version }: { isVerified: boolean; version: number },
): Promise<void> {
  await tx.query('UPDATE member SET is_verified = $2, profile_version = $3 WHERE id = $1', [
    memberId,
    isVerified,
    version,
  ]);
}

/** Gives a locked member another status; returns the version of this news. */
export async function updateStatus(
  tx: Tx,
  memberId: number,
  status: 'active' | 'suspended',
): Promise<number> {
  const row = await queryRow(
    tx,
    z.object({ version: z.int() }),
    `WITH changed AS (
       UPDATE member SET status = $2, standing_version = standing_version + 1 WHERE id = $1 RETURNING standing_version)
     SELECT standing_version AS version FROM changed`,
    [memberId, status],
  );
  if (!row) throw new Error('a locked member is gone');
  return row.version;
}

async function findOne(tx: Tx, sql: string, key: number | string): Promise<MemberWithStatus | null> {
  const row = await queryRow(tx, memberRow, sql, [key]);
  return row && { member: toOwnProfile(row), status: row.status };
}
