import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { isOfAuthor } from './author-index.js';

/** Texts that one statement empties, so that it stays far below the timeout of statements. */
const BATCH = 5000;

const textRow = z.object({ postId: int8Id, textId: int8Id });

/** A text and its post. */
type TextKey = z.output<typeof textRow>;

/** Empties all texts of an author that are not public, or only those of one post. */
export async function eraseTexts(tx: Tx, authorId: number, onlyPostId: number | null): Promise<void> {
  let last: TextKey | null = null;
  do {
    last = await eraseNextTexts(tx, authorId, { onlyPostId, after: last });
  } while (last);
}

/**
 * Empties an author's next texts after a text, or only those of one post, except the public ones; none of the
 * emptied ones waits for a check or can be restored. Whether their drafts are still used is found out anew.
 * Returns the last that it read; null when there are no more.
 */
export function eraseNextTexts(
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
       WHERE ${isOfAuthor('$1', 'p.author_id')} AND p.id >= $2 AND ($4::bigint IS NULL OR p.id = $4)
       ORDER BY p.author_id, p.id, r.id LIMIT ${BATCH}),
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
