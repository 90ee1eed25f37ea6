import { reviewStatus, type Post } from '@likewell/contracts/posts/post';
import { int8Id, int8Nano } from '@likewell/service-kit/database/columns';
import { z } from 'zod';
import { AUTHOR_COLUMNS, authorRow, toAuthor } from '../authors/author-columns.js';

/** The columns that are read of a post `p` with its text `r`, its author `a` and its rank `k`. */
export const POST_COLUMNS = `p.id, r.title, r.body, p.created_at, k.likes_sum, r.status AS review_status,
  p.published_revision_id IS NOT NULL AS is_public,
  r.draft_id IS NOT NULL AND EXISTS (SELECT FROM ai_draft WHERE id = r.draft_id) AS drafted_with_ai,
  ${AUTHOR_COLUMNS}`;

export const PUBLIC_TEXT = `JOIN post_revision r ON r.id = p.published_revision_id JOIN author a ON a.id = p.author_id`;
/** Joins the newest text, which its author may read, and moderators while the post is not public. */
export const LATEST_TEXT = `JOIN post_revision r ON r.id = p.latest_revision_id JOIN author a ON a.id = p.author_id`;
export const RANK = 'LEFT JOIN post_rank k ON k.post_id = p.id';

/**
 * Returns SQL that joins the text that the viewer reads: authors read their newest text, everyone else the
 * published one.
 */
export const textFor = (viewer: string) =>
  `JOIN post_revision r ON r.id = CASE WHEN p.author_id = ${viewer} THEN p.latest_revision_id ELSE p.published_revision_id END
   JOIN author a ON a.id = p.author_id`;

/** A row read with {@link POST_COLUMNS}. */
export const postRow = authorRow.extend({
  id: int8Id,
  title: z.string(),
  body: z.string(),
  created_at: z.date(),
  likes_sum: int8Nano.nullable(),
  review_status: reviewStatus,
  is_public: z.boolean(),
  drafted_with_ai: z.boolean(),
});

/** Returns the post of a row read with {@link POST_COLUMNS}. */
export function toPost(row: z.output<typeof postRow>): Post {
  return {
    id: row.id,
    title: row.title,
    body: row.body,
    createdAt: row.created_at.toISOString(),
    likesSumNano: row.likes_sum ?? 0n,
    reviewStatus: row.review_status,
    isPublic: row.is_public,
    draftedWithAi: row.drafted_with_ai,
    author: toAuthor(row),
  };
}
