import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { AWAITS_CHECK } from './postponed-checks.queries.js';
import type { Text } from './review-text.js';

/** How many of the author's other posts a text is compared with, and from how long ago. */
const EARLIER_POSTS = 10;
const EARLIER_WITHIN = '7 days';

const ownerRow = z.object({ postId: int8Id, authorId: int8Id });
const textRow = z.object({ title: z.string(), body: z.string() });
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

/** Returns the newest texts of the author's other posts that were proposed before this one. */
export function findEarlierTexts(tx: Tx, revision: UncheckedRevision): Promise<Text[]> {
  return queryRows(
    tx,
    textRow,
    `SELECT r.title, r.body FROM (
       SELECT latest_revision_id, created_at FROM post
       WHERE author_id = $1 AND id <> $2 AND deleted_at IS NULL ORDER BY id DESC LIMIT ${EARLIER_POSTS}
     ) p JOIN post_revision r ON r.id = p.latest_revision_id AND r.id < $3
     WHERE p.created_at > now() - interval '${EARLIER_WITHIN}'`,
    [revision.authorId, revision.postId, revision.revisionId],
  );
}
