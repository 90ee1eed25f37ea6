import { ROWS_TO_READ } from '@likewell/contracts/core/page';
import type { BestRange, Post } from '@likewell/contracts/posts/post';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows } from '@likewell/service-kit/database/query-rows';
import { isOfAuthor } from '../posts/author-index.js';
import { LATEST_TEXT, POST_COLUMNS, postRow, PUBLIC_TEXT, RANK } from '../posts/post-view.js';

/** A range of Best with a start time. */
export type LimitedRange = Exclude<BestRange, 'all'>;

/** A post's place in the order of Best. */
export interface BestKey {
  readonly likesSumNano: bigint;
  readonly postId: number;
}

/** SQL for the start of each range; the range contains what was published later. */
export const RANGE_BEGINS: Record<LimitedRange, string> = {
  year: `now() - interval '1 year'`,
  month: `now() - interval '1 month'`,
  week: `now() - interval '7 days'`,
  day: `now() - interval '1 day'`,
};

/**
 * Returns the public posts of a range after a key in the order of Best, and one more than a page holds. Used
 * while some posts have no period yet. It reads all older posts with as many LIKE, or the whole range;
 * {@link findRankedBest} does not.
 */
export function findBest(tx: Tx, range: LimitedRange, after: BestKey | null): Promise<Post[]> {
  return queryRows(
    tx,
    postRow,
    // The page is cut before the joins: a range may contain very many posts.
    `SELECT ${POST_COLUMNS} FROM (
       SELECT k.post_id, k.likes_sum FROM post_rank k
       WHERE k.visible AND k.published_at > ${RANGE_BEGINS[range]}
         ${after ? 'AND (k.likes_sum, k.post_id) < ($2, $3)' : ''}
       ORDER BY k.likes_sum DESC, k.post_id DESC LIMIT $1
     ) k JOIN post p ON p.id = k.post_id ${PUBLIC_TEXT}
     ORDER BY k.likes_sum DESC, k.post_id DESC`,
    [ROWS_TO_READ, ...(after ? [after.likesSumNano.toString(), after.postId] : [])],
  );
}

/** Returns the public posts older than `beforeId`, newest first, and one more than a page holds. */
export function findNew(tx: Tx, beforeId: number | null): Promise<Post[]> {
  return queryRows(
    tx,
    postRow,
    `SELECT ${POST_COLUMNS} FROM post p ${PUBLIC_TEXT} ${RANK}
     WHERE p.published_revision_id IS NOT NULL AND p.deleted_at IS NULL ${beforeId ? 'AND p.id < $2' : ''}
     ORDER BY p.id DESC LIMIT $1`,
    [ROWS_TO_READ, ...(beforeId ? [beforeId] : [])],
  );
}

/**
 * Returns a member's posts as `viewerId` may see them, newest first, and one more than a page holds. Everybody
 * but the author sees published ones alone: they have an index, so any number of others costs nothing.
 */
export function findPostsOf(
  tx: Tx,
  authorId: number,
  viewerId: number | null,
  beforeId: number | null,
): Promise<Post[]> {
  const isAuthor = viewerId === authorId;
  return queryRows(
    tx,
    postRow,
    `SELECT ${POST_COLUMNS} FROM post p ${isAuthor ? LATEST_TEXT : PUBLIC_TEXT} ${RANK}
     WHERE ${isOfAuthor('$2', 'p.author_id')} AND p.deleted_at IS NULL ${isAuthor ? '' : 'AND p.published_revision_id IS NOT NULL'}
       ${beforeId ? 'AND p.id < $3' : ''}
     ORDER BY p.author_id, p.id DESC LIMIT $1`,
    [ROWS_TO_READ, authorId, ...(beforeId ? [beforeId] : [])],
  );
}

/**
 * Saves the ledger's totals. They only increase, so the greater one is the newer one. Ranks are locked in the
 * order of their posts, by all who change many: replicas are told of the same posts in different orders.
 */
export async function raiseLikesSums(
  tx: Tx,
  totals: readonly { postId: number; likesSumNano: bigint }[],
): Promise<void> {
  await tx.query(
    `WITH locked AS (
       SELECT k.post_id, told.likes_sum
       FROM post_rank k JOIN unnest($1::bigint[], $2::numeric[]) AS told (post_id, likes_sum) USING (post_id)
       WHERE k.likes_sum < told.likes_sum ORDER BY k.post_id FOR NO KEY UPDATE OF k)
     UPDATE post_rank SET likes_sum = locked.likes_sum FROM locked
     WHERE post_rank.post_id = locked.post_id AND post_rank.likes_sum < locked.likes_sum`,
    [totals.map((total) => total.postId), totals.map((total) => total.likesSumNano.toString())],
  );
}
