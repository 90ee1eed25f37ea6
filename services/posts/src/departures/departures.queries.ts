import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** Posts of an author that one statement withdraws, so that it stays far below the timeout of statements. */
const BATCH = 5000;

const markedRow = z.object({ isNew: z.boolean() });
const withdrawnRow = z.object({ postId: int8Id, version: z.int(), wasPublic: z.boolean() });

/**
 * Locks an author and marks them as deleted. Returns false when they were marked before, null when they are
 * not known.
 */
export async function markDeleted(tx: Tx, authorId: number): Promise<boolean | null> {
  const row = await queryRow(
    tx,
    markedRow,
    `WITH known AS (SELECT id, deleted_at FROM author WHERE id = $1 FOR NO KEY UPDATE),
     marked AS (UPDATE author SET deleted_at = now() FROM known WHERE author.id = known.id AND known.deleted_at IS NULL)
     SELECT deleted_at IS NULL AS "isNew" FROM known`,
    [authorId],
  );
  return row?.isNew ?? null;
}

/**
 * Withdraws for good an author's next posts after a post, including those that wait for a check; those that are
 * public only where they do not stay. Returns them; none when there are no more.
 */
export function withdrawPosts(
  tx: Tx,
  authorId: number,
  keepsPublic: boolean,
  afterId: number,
): Promise<z.output<typeof withdrawnRow>[]> {
  return queryRows(
    tx,
    withdrawnRow,
    `WITH removed AS (
       UPDATE post SET deleted_at = now(), version = version + 1
       WHERE id = ANY (ARRAY(
         SELECT id FROM post
         WHERE author_id = $1 AND id > $3 AND deleted_at IS NULL AND (NOT $2 OR published_revision_id IS NULL)
         ORDER BY id LIMIT ${BATCH} FOR UPDATE)) RETURNING id, version, published_revision_id IS NOT NULL AS was_public),
     hidden AS (UPDATE post_rank SET visible = false FROM removed WHERE post_id = removed.id AND visible)
     SELECT id AS "postId", version, was_public AS "wasPublic" FROM removed ORDER BY id`,
    [authorId, keepsPublic, afterId],
  );
}

/**
 * Empties every text of an author except the public ones; none of the emptied ones waits for a check or can
 * be restored. Whether their drafts are still used is found out anew.
 */
export async function eraseTexts(tx: Tx, authorId: number): Promise<void> {
  await tx.query(
    `UPDATE ai_draft SET is_used = false FROM post p JOIN post_revision r ON r.post_id = p.id
     WHERE p.author_id = $1 AND ai_draft.id = r.draft_id`,
    [authorId],
  );
  await tx.query(
    `UPDATE post_revision r SET title = '', body = '', draft_id = NULL,
       status = CASE r.status WHEN 'rejected' THEN 'rejected' ELSE 'superseded' END,
       decided_at = coalesce(r.decided_at, now())
     FROM post p WHERE p.author_id = $1 AND r.post_id = p.id
       AND (p.deleted_at IS NOT NULL OR r.id IS DISTINCT FROM p.published_revision_id)`,
    [authorId],
  );
}

/** Deletes whom a member followed, and who followed them. */
export async function deleteFollows(tx: Tx, memberId: number): Promise<void> {
  await tx.query('DELETE FROM follow WHERE follower_id = $1', [memberId]);
  await tx.query('DELETE FROM follow WHERE author_id = $1', [memberId]);
}
