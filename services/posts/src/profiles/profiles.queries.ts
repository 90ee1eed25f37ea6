import type { MemberProfile } from '@likewell/contracts/posts/profile';
import { int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { AUTHOR_COLUMNS, authorRow, toAuthor } from '../authors/author-columns.js';

const profileRow = authorRow.extend({
  member_since: z.date().nullable(),
  likes_sum: int8Nano.nullable(),
  posts: z.int().nullable(),
  followers: z.int().nullable(),
  is_followed: z.boolean(),
});

/**
 * Returns a member's profile with its stored counts; null for one who is suspended, has left or is not known.
 */
export async function findProfile(
  tx: Tx,
  memberId: number,
  viewerId: number | null,
): Promise<MemberProfile | null> {
  const row = await queryRow(
    tx,
    profileRow,
    `SELECT ${AUTHOR_COLUMNS}, a.member_since, l.likes_sum, c.posts, c.followers,
       EXISTS (SELECT FROM follow WHERE follower_id = $2::bigint AND author_id = a.id) AS is_followed
     FROM author a LEFT JOIN author_count c ON c.author_id = a.id LEFT JOIN author_likes l ON l.author_id = a.id
     WHERE a.id = $1 AND NOT a.suspended AND a.deleted_at IS NULL`,
    [memberId, viewerId],
  );
  if (!row) return null;
  return {
    member: { ...toAuthor(row), memberSince: row.member_since?.toISOString() },
    likeReceivedNano: row.likes_sum ?? 0n,
    followers: row.followers ?? 0,
    posts: row.posts ?? 0,
    isFollowed: viewerId === null ? null : row.is_followed,
  };
}
