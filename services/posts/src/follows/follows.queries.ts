import { ROWS_TO_READ } from '@likewell/contracts/core/page';
import type { Post } from '@likewell/contracts/posts/post';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows, returnsRow } from '@likewell/service-kit/database/query-rows';
import { POST_COLUMNS, postRow, PUBLIC_TEXT, RANK } from '../posts/post-view.js';
import { followingPage } from './following-page.js';

/** Records that a member follows an author. Returns false when they did so before, or the follower has left. */
export function insertFollow(tx: Tx, followerId: number, authorId: number): Promise<boolean> {
  return returnsRow(
    tx,
    `INSERT INTO follow (follower_id, author_id) SELECT $1, $2
     WHERE NOT EXISTS (SELECT FROM author WHERE id = $1 AND deleted_at IS NOT NULL)
     ON CONFLICT (follower_id, author_id) DO NOTHING RETURNING author_id`,
    [followerId, authorId],
  );
}

/** Returns the public posts of the authors whom a member follows, newest first, and one more than a page holds. */
export function findFollowing(tx: Tx, followerId: number, beforeId: number | null): Promise<Post[]> {
  return queryRows(
    tx,
    postRow,
    `SELECT ${POST_COLUMNS} FROM (${followingPage(beforeId !== null)}) page
     JOIN post p ON p.id = page.id ${PUBLIC_TEXT} ${RANK} ORDER BY p.id DESC`,
    [ROWS_TO_READ, followerId, ...(beforeId ? [beforeId] : [])],
  );
}
