import type { PublicProfile } from '@likewell/contracts/auth/profile';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryValue, returnsRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** Saves an author's profile unless a newer one is known. */
export async function saveProfile(tx: Tx, profile: PublicProfile): Promise<void> {
  await tx.query(
    `INSERT INTO author (id, username, avatar, is_verified, version, member_since) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO UPDATE SET username = excluded.username, avatar = excluded.avatar,
       is_verified = excluded.is_verified, version = excluded.version,
       member_since = coalesce(author.member_since, excluded.member_since)
       WHERE author.version < excluded.version`,
    [
      profile.memberId,
      profile.username,
      profile.avatar,
      profile.isVerified,
      profile.version,
      profile.memberSince ?? null,
    ],
  );
}

/** Saves when a known member registered; the value never changes. */
export async function saveMemberSince(tx: Tx, memberId: number, memberSince: string): Promise<void> {
  await tx.query('UPDATE author SET member_since = $2 WHERE id = $1 AND member_since IS NULL', [
    memberId,
    memberSince,
  ]);
}

/**
 * Locks an author so that they cannot leave until the transaction ends. Returns false for one who has left or
 * is not known.
 */
export async function lockStaying(tx: Tx, memberId: number): Promise<boolean> {
  const sql = 'SELECT FROM author WHERE id = $1 AND deleted_at IS NULL FOR SHARE';
  return returnsRow(tx, sql, [memberId]);
}

/** Locks an author until the transaction ends and returns the version of their status; null when they are not known. */
export function lockAuthor(tx: Tx, memberId: number): Promise<number | null> {
  return queryValue(tx, z.int(), 'SELECT standing_version FROM author WHERE id = $1 FOR NO KEY UPDATE', [
    memberId,
  ]);
}
