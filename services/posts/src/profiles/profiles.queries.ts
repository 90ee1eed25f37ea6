import type { MemberProfile } from '@likewell/contracts/posts/profile';
import { int8Nano, isoTime } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { AUTHOR_COLUMNS, authorRow, withAuthor } from '../authors/author-columns.js';

const profileRow = authorRow
  .extend({
    memberSince: isoTime.nullable(),
    likeReceivedNano: int8Nano,
    posts: z.int(),
    followers: z.int(),
    isFollowed: z.boolean().nullable(),
  })
  .transform(withAuthor);

/** Returns a member's profile with its stored counts; null for one who is suspended, has left or is not known. */
export async function findProfile(
  tx: Tx,
  memberId: number,
  viewerId: number | null,
): Promise<MemberProfile | null> {
  const row = await queryRow(
    tx,
    profileRow,
    `SELECT ${AUTHOR_COLUMNS}, a.member_since AS "memberSince", coalesce(l.likes_sum, 0) AS "likeReceivedNano",
       coalesce(c.posts, 0) AS posts, coalesce(c.followers, 0) AS followers,
       CASE WHEN $2::bigint IS NOT NULL
         THEN EXISTS (SELECT FROM follow WHERE follower_id = $2 AND author_id = a.id) END AS "isFollowed"
     FROM author a LEFT JOIN author_count c ON c.author_id = a.id LEFT JOIN author_likes l ON l.author_id = a.id
     WHERE a.id = $1 AND NOT a.suspended AND a.deleted_at IS NULL`,
    [memberId, viewerId],
  );
  if (!row) return null;
  const { author, memberSince, ...profile } = row;
  return { ...profile, member: { ...author, memberSince: memberSince ?? undefined } };
}
