import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryValue, returnsRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { hidesRanksOf } from '../posts/hidden-ranks.js';

/** Posts, texts or follows that one statement changes, so that it stays far below the timeout of statements. */
const BATCH = 5000;

const textRow = z.object({ postId: int8Id, textId: int8Id });
const withdrawnRow = z.object({
  lastId: int8Id,
  withdrawn: z.array(z.object({ postId: z.int(), version: z.int() })),
});
const followRow = z.object({ followerId: int8Id, authorId: int8Id });

/** A text and its post. */
export type TextKey = z.output<typeof textRow>;

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
         ORDER BY id FOR UPDATE)) RETURNING id, version, published_revision_id IS NOT NULL AS was_public),
     ${hidesRanksOf('removed')}
     SELECT max(id) AS "lastId", (
         SELECT coalesce(json_agg(json_build_object('postId', id, 'version', version) ORDER BY id), '[]')
         FROM removed WHERE was_public) AS withdrawn
     FROM page HAVING count(*) > 0`,
    [authorId, keepsPublic, afterId, onlyPostId],
  );
}

/**
 * Empties an author's next texts after a text, or only those of one post, except the public ones; none of the
 * emptied ones waits for a check or can be restored. Whether their drafts are still used is found out anew.
 * Returns the last that it read; null when there are no more.
 */
export function eraseTexts(
  tx: Tx,
  authorId: number,
  { onlyPostId, after }: { onlyPostId: number | null; after: TextKey | null },
): Promise<TextKey | null> {
  return queryRow(
    tx,
    textRow,
    `WITH page AS MATERIALIZED (
       SELECT p.id AS post_id, r.id, r.draft_id,
         p.deleted_at IS NULL AND r.id IS NOT DISTINCT FROM p.published_revision_id AS is_public
       FROM post p CROSS JOIN LATERAL (
         SELECT id, draft_id FROM post_revision WHERE post_id = p.id AND id > CASE p.id WHEN $2 THEN $3::bigint ELSE 0 END
         ORDER BY id LIMIT ${BATCH}) AS r
       WHERE p.author_id = $1 AND p.id >= $2 AND ($4::bigint IS NULL OR p.id = $4)
       ORDER BY p.id, r.id LIMIT ${BATCH}),
     text AS (SELECT id, draft_id FROM page WHERE NOT is_public),
     unused AS (UPDATE ai_draft SET is_used = false WHERE id = ANY (ARRAY(SELECT draft_id FROM text))),
     erased AS (
       UPDATE post_revision SET title = '', body = '', draft_id = NULL,
         status = CASE status WHEN 'rejected' THEN 'rejected' ELSE 'superseded' END,
         decided_at = coalesce(decided_at, now())
       WHERE id = ANY (ARRAY(SELECT id FROM text)))
     SELECT post_id AS "postId", id AS "textId" FROM page ORDER BY post_id DESC, id DESC LIMIT 1`,
    [authorId, after?.postId ?? 0, after?.textId ?? 0, onlyPostId],
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
