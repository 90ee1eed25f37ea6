import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { isOfAuthor } from '../posts/author-index.js';
import { lengthsAlike } from './likeness.js';
import { AWAITS_CHECK } from './postponed-checks.queries.js';
import { wholeOf, type EarlierText } from './review-text.js';

/** How many texts of the author's other posts a text is compared with, and from how long ago. */
const EARLIER_TEXTS = 10;
const EARLIER_WITHIN = '7 days';
/** How many posts are read to find them, so that a check stays cheap however many posts its author has. */
const MAX_POSTS_READ = 200;

const ownerRow = z.object({ postId: int8Id, authorId: int8Id });
const textRow = z.object({ title: z.string(), body: z.string() });
const earlierRow = textRow.extend({ postId: int8Id });
const uncheckedRow = ownerRow.extend({ revisionId: int8Id, ...textRow.shape });

/** A text without a result of the automatic check. */
export type UncheckedRevision = z.output<typeof uncheckedRow>;

/** Returns the post of a revision and its author; the post may be deleted. */
export function findPostOf(tx: Tx, revisionId: number): Promise<z.output<typeof ownerRow> | null> {
  return queryRow(
    tx,
    ownerRow,
    `SELECT p.id AS "postId", p.author_id AS "authorId"
     FROM post_revision r JOIN post p ON p.id = r.post_id WHERE r.id = $1`,
    [revisionId],
  );
}

/** Returns those of the revisions that wait for the automatic check. */
export function findUnchecked(tx: Tx, revisionIds: readonly number[]): Promise<UncheckedRevision[]> {
  return queryRows(
    tx,
    uncheckedRow,
    `SELECT r.id AS "revisionId", r.post_id AS "postId", p.author_id AS "authorId", r.title, r.body
     FROM post_revision r JOIN post p ON p.id = r.post_id WHERE r.id = ANY ($1) AND ${AWAITS_CHECK} ORDER BY r.id`,
    [revisionIds],
  );
}

/**
 * Returns the newest texts of the author's other posts that were proposed before this one and are of a length at
 * which they can be alike: of each post the newest text, and the one that readers see, or would see.
 */
export function findEarlierTexts(tx: Tx, revision: UncheckedRevision): Promise<EarlierText[]> {
  const { min, max } = lengthsAlike(wholeOf(revision));
  return queryRows(
    tx,
    earlierRow,
    `SELECT p.id AS "postId", r.title, r.body FROM (
       SELECT author_id, id, latest_revision_id, published_revision_id, withheld_revision_id FROM post
       WHERE ${isOfAuthor('$1')} AND id <> $2 AND deleted_at IS NULL
       ORDER BY author_id, id DESC LIMIT ${MAX_POSTS_READ}
     ) p
     JOIN post_revision r
       ON r.id = ANY (ARRAY[p.latest_revision_id, p.published_revision_id, p.withheld_revision_id])
     WHERE r.id < $3 AND r.created_at > now() - interval '${EARLIER_WITHIN}'
       AND int4range($4, $5, '[]') @> length(r.title) + 1 + length(r.body)
     ORDER BY p.author_id, p.id DESC LIMIT ${EARLIER_TEXTS}`,
    [revision.authorId, revision.postId, revision.revisionId, min, max],
  );
}
