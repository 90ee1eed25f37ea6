import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryValue, returnsRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { hidesRanksOf } from '../posts/hidden-ranks.js';

/** Posts or follows that one statement changes, so that it stays far below the timeout of statements. */
const BATCH = 5000;

const withdrawnRow = z.object({
  lastId: int8Id,
  withdrawn: z.array(z.object({ postId: z.int(), version: z.int() })),
});
const followRow = z.object({ followerId: int8Id, authorId: int8Id });

/** Who follows, and whom. */
type FollowKey = z.output<typeof followRow>;

/**
 * Locks an author and marks them as deleted. Returns false when they were marked before, null when they are
 * not known.
 */
export function markDeleted(tx: Tx, authorId: number): Promise<boolean | null> {
  return queryValue(
    tx,
    z.boolean(),
    `WITH known AS (SELECT id, deleted_at FROM author WHERE id = $1 FOR NO KEY UPDATE),
     marked AS (UPDATE author SET deleted_at = now() FROM known WHERE author.id = known.id AND known.deleted_at IS NULL)
     SELECT deleted_at IS NULL AS "isNew" FROM known`,
    [authorId],
  );
}

/** Returns true for an author who has left for good. */
export function hasLeft(tx: Tx, authorId: number): Promise<boolean> {
  return returnsRow(tx, 'SELECT FROM author WHERE id = $1 AND deleted_at IS NOT NULL', [authorId]);
}

/**
 * Withdraws for good an author's next posts after a post, including those that wait for a check, or only one of
 * these; those that are public only where they do not stay. Returns the last that it read, and those that were
 * public; null when there are no more.
 */
export function withdrawPosts(
  tx: Tx,
  authorId: number,
  { keepsPublic, onlyPostId, afterId }: { keepsPublic: boolean; onlyPostId: number | null; afterId: number },
): Promise<z.output<typeof withdrawnRow> | null> {
  return queryRow(
    tx,
    withdrawnRow,
    `WITH page AS MATERIALIZED (
       SELECT id FROM post
       WHERE author_id = $1 AND id > $3 AND deleted_at IS NULL AND ($4::bigint IS NULL OR id = $4)
       ORDER BY id LIMIT ${BATCH}),
     removed AS (
       UPDATE post SET deleted_at = now(), version = version + 1
       WHERE id = ANY (ARRAY(
         SELECT id FROM post WHERE id = ANY (ARRAY(SELECT id FROM page))
           AND deleted_at IS NULL AND (NOT $2 OR published_revision_id IS NULL)
         ORDER BY id FOR NO KEY UPDATE)) RETURNING id, version, published_revision_id IS NOT NULL AS was_public),
     ${hidesRanksOf('removed')}
     SELECT max(id) AS "lastId", (
         SELECT coalesce(json_agg(json_build_object('postId', id, 'version', version) ORDER BY id), '[]')
         FROM removed WHERE was_public) AS withdrawn
     FROM page HAVING count(*) > 0`,
    [authorId, keepsPublic, afterId, onlyPostId],
  );
}

/**
 * A member's next follows after one, in both directions, in the order of their key; it is the same for everyone.
 * Each direction is read from an index of its own.
 */
const NEXT_FOLLOWS = `page AS MATERIALIZED (
  ${['follower_id', 'author_id']
    .map(
      (side) => `(SELECT ctid AS tid, follower_id, author_id FROM follow
        WHERE ${side} = $1 AND (follower_id, author_id) > ($2, $3) ORDER BY follower_id, author_id LIMIT ${BATCH})`,
    )
    .join(' UNION ALL ')}
  ORDER BY follower_id, author_id LIMIT ${BATCH})`;
const OF_PAGE = 'ctid = ANY (ARRAY(SELECT tid FROM page))';
const LAST_OF_PAGE = `SELECT follower_id AS "followerId", author_id AS "authorId" FROM page
  ORDER BY follower_id DESC, author_id DESC LIMIT 1`;

/**
 * Locks whom a member follows, and who follows them, in order: the next of these after one. Returns the last of
 * them; null when there are no more.
 */
export function lockFollows(tx: Tx, memberId: number, after: FollowKey | null): Promise<FollowKey | null> {
  return queryRow(
    tx,
    followRow,
    `WITH ${NEXT_FOLLOWS},
     locked AS (SELECT FROM follow WHERE ${OF_PAGE} ORDER BY follower_id, author_id FOR UPDATE)
     SELECT last.* FROM (SELECT count(*) FROM locked) AS locked, (${LAST_OF_PAGE}) AS last`,
    [memberId, after?.followerId ?? 0, after?.authorId ?? 0],
  );
}

/**
 * Deletes whom a member followed, and who followed them: the next of these after one. A trigger locks the counts
 * of all these authors. Returns the last of them; null when there are no more.
 */
export function deleteFollows(tx: Tx, memberId: number, after: FollowKey | null): Promise<FollowKey | null> {
  return queryRow(
    tx,
    followRow,
    `WITH ${NEXT_FOLLOWS},
     deleted AS (DELETE FROM follow WHERE ${OF_PAGE})
     ${LAST_OF_PAGE}`,
    [memberId, after?.followerId ?? 0, after?.authorId ?? 0],
  );
}
