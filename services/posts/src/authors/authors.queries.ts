import type { PublicProfile } from '@likewell/contracts/auth/profile';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

const lockedAuthor = z.object({ standing_version: z.int() });

/** Saves an author's profile unless a newer one is known. */
export async function saveProfile(tx: Tx, profile: PublicProfile): Promise<void> {
  await tx.query(
    `INSERT INTO author (id, username, avatar, is_verified, version) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (id) DO UPDATE SET username = excluded.username, avatar = excluded.avatar,
       is_verified = excluded.is_verified, version = excluded.version
       WHERE author.version < excluded.version`,
    [profile.memberId, profile.username, profile.avatar, profile.isVerified, profile.version],
  );
}

/** Locks an author until the transaction ends and answers the version of their status; null when they are unknown. */
export async function lockAuthor(tx: Tx, memberId: number): Promise<number | null> {
  const row = await queryRow(
    tx,
    lockedAuthor,
    'SELECT standing_version FROM author WHERE id = $1 FOR NO KEY UPDATE',
    [memberId],
  );
  return row?.standing_version ?? null;
}
