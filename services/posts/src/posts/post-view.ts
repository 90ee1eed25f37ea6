import { reviewStatus } from '@likewell/contracts/posts/post';
import { int8Id, int8Nano, isoTime } from '@likewell/service-kit/database/columns';
import { z } from 'zod';
import { AUTHOR_COLUMNS, authorRow, withAuthor } from '../authors/author-columns.js';

/** The column that says of a text `r` whether it comes from a draft by AI. */
export const DRAFTED_WITH_AI = `r.draft_id IS NOT NULL
  AND EXISTS (SELECT FROM ai_draft WHERE id = r.draft_id OFFSET 0) AS "draftedWithAi"`;
/** The columns that are read of a post `p` with its text `r`, its author `a` and its rank `k`. */
export const POST_COLUMNS = `p.id, r.title, r.body, p.created_at AS "createdAt",
  coalesce(k.likes_sum, 0) AS "likesSumNano", r.status AS "reviewStatus",
  p.published_revision_id IS NOT NULL AS "isPublic",
  ${DRAFTED_WITH_AI},
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

/** A post read with {@link POST_COLUMNS}. */
export const postRow = authorRow
  .extend({
    id: int8Id,
    title: z.string(),
    body: z.string(),
    createdAt: isoTime,
    likesSumNano: int8Nano,
    reviewStatus,
    isPublic: z.boolean(),
    draftedWithAi: z.boolean(),
  })
  .transform(withAuthor);
