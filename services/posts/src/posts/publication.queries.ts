import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { isOfAuthor } from './author-index.js';
import { hidesRanksOf } from './hidden-ranks.js';

/** Posts of an author that one statement changes, so that it stays far below the timeout of statements. */
const BATCH = 5000;

const publishedRow = z.object({ version: z.int(), suspended: z.boolean() });
const unpublishedRow = z.object({ wasPublic: z.boolean(), version: z.int(), isPublic: z.boolean() });
const changedRow = z.object({ postId: int8Id, version: z.int() });

/** A post that became public or was withdrawn. */
type ChangedPost = z.output<typeof changedRow>;

/** Locks the status of a post's author until the transaction ends. */
export async function lockAuthorOf(tx: Tx, postId: number): Promise<void> {
  await tx.query('SELECT FROM author WHERE id = (SELECT author_id FROM post WHERE id = $1) FOR SHARE', [
    postId,
  ]);
}

/**
 * Approves a revision. Its post then shows it to readers, or will once its author is no longer suspended. The
 * author must be locked. Returns the version of the post that became public, or null when none did.
 */
export async function publishRevision(tx: Tx, postId: number, revisionId: number): Promise<number | null> {
  await tx.query(`UPDATE post_revision SET status = 'approved', decided_at = now() WHERE id = $1`, [
    revisionId,
  ]);
  const row = await queryRow(
    tx,
    publishedRow,
    `UPDATE post p SET published_revision_id = CASE WHEN NOT a.suspended THEN $2::bigint END,
       withheld_revision_id = CASE WHEN a.suspended THEN $2::bigint END,
       version = p.version + CASE WHEN a.suspended THEN 0 ELSE 1 END
     FROM author a WHERE p.id = $1 AND a.id = p.author_id RETURNING p.version, a.suspended`,
    [postId, revisionId],
  );
  if (!row || row.suspended) return null;
  await tx.query(
    'INSERT INTO post_rank (post_id) VALUES ($1) ON CONFLICT (post_id) DO UPDATE SET visible = true WHERE NOT post_rank.visible',
    [postId],
  );
  return row.version;
}

/**
 * Hides a revision of a locked post from readers, who then see the newest earlier one that passed its check,
 * if any. Returns null when only its author saw it.
 */
export async function unpublishRevision(
  tx: Tx,
  postId: number,
  revisionId: number,
): Promise<{ version: number; isPublic: boolean } | null> {
  const row = await queryRow(
    tx,
    unpublishedRow,
    `WITH before AS (SELECT published_revision_id IS NOT DISTINCT FROM $2::bigint AS was_public FROM post WHERE id = $1),
     earlier AS (
       SELECT max(r.id) AS id FROM post_revision r WHERE r.post_id = $1 AND r.id < $2 AND r.status = 'approved'
         AND NOT EXISTS (SELECT FROM postponed_check c WHERE c.revision_id = r.id)),
     changed AS (
       UPDATE post p SET
         published_revision_id = CASE p.published_revision_id WHEN $2 THEN earlier.id ELSE p.published_revision_id END,
         withheld_revision_id = CASE p.withheld_revision_id WHEN $2 THEN earlier.id ELSE p.withheld_revision_id END,
         version = p.version + before.was_public::integer
       FROM before, earlier WHERE p.id = $1 RETURNING p.version, p.published_revision_id),
     hidden AS (
       UPDATE post_rank k SET visible = false FROM changed c WHERE k.post_id = $1 AND c.published_revision_id IS NULL)
     SELECT was_public AS "wasPublic", version, published_revision_id IS NOT NULL AS "isPublic" FROM before, changed`,
    [postId, revisionId],
  );
  return row?.wasPublic ? row : null;
}

/** Withholds an author's next public posts after a post; none when there are no more. */
export function withholdPosts(tx: Tx, authorId: number, afterId: number): Promise<ChangedPost[]> {
  return queryRows(
    tx,
    changedRow,
    `WITH withheld AS (
       UPDATE post SET withheld_revision_id = published_revision_id, published_revision_id = NULL,
         version = version + 1
       WHERE id = ANY (ARRAY(
         SELECT id FROM post
         WHERE ${isOfAuthor('$1')} AND id > $2 AND published_revision_id IS NOT NULL AND deleted_at IS NULL
         ORDER BY author_id, id LIMIT ${BATCH} FOR NO KEY UPDATE)) RETURNING id, version),
     ${hidesRanksOf('withheld')}
     SELECT id AS "postId", version FROM withheld ORDER BY id`,
    [authorId, afterId],
  );
}

/**
 * Publishes an author's next withheld posts after a post, with the revisions that were approved meanwhile; none
 * when there are no more. Ranks are locked in the order of their posts, as in {@link hidesRanksOf}.
 */
export function restorePosts(tx: Tx, authorId: number, afterId: number): Promise<ChangedPost[]> {
  return queryRows(
    tx,
    changedRow,
    `WITH restored AS (
       UPDATE post SET published_revision_id = withheld_revision_id, withheld_revision_id = NULL,
         version = version + 1
       WHERE id = ANY (ARRAY(
         SELECT id FROM post
         WHERE author_id = $1 AND id > $2 AND withheld_revision_id IS NOT NULL AND deleted_at IS NULL
         ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE)) RETURNING id, version),
     ranked AS (
       INSERT INTO post_rank (post_id) SELECT id FROM restored ORDER BY id
       ON CONFLICT (post_id) DO UPDATE SET visible = true)
     SELECT id AS "postId", version FROM restored ORDER BY id`,
    [authorId, afterId],
  );
}
