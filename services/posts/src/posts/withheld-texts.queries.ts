import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryValue } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { isOfAuthor } from './author-index.js';

/** Posts of an author that one statement looks at, so that it stays far below the timeout of statements. */
const BATCH = 5000;

const outdatedRow = z.object({ authorId: int8Id, isSuspended: z.boolean() });

/** Locks the next author whose waiting texts are not marked as their status is; none that another replica has locked. */
export function lockOutdated(tx: Tx): Promise<z.output<typeof outdatedRow> | null> {
  return queryRow(
    tx,
    outdatedRow,
    `SELECT id AS "authorId", suspended AS "isSuspended" FROM author WHERE suspended <> texts_withheld
     ORDER BY id LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED`,
    [],
  );
}

/**
 * Marks the waiting texts of a locked author, or takes the marks off, and so decides whether moderators are shown
 * them. Only the newest text of a post can wait.
 */
export async function withholdTexts(tx: Tx, authorId: number, isSuspended: boolean): Promise<void> {
  for (let afterId: number | null = 0; afterId !== null;)
    afterId = await withholdNext(tx, authorId, isSuspended, afterId);
  await tx.query('UPDATE author SET texts_withheld = $2 WHERE id = $1 AND texts_withheld <> $2', [
    authorId,
    isSuspended,
  ]);
}

/** Marks the texts of an author's next posts after a post. Returns the last of these; null when there are no more. */
function withholdNext(
  tx: Tx,
  authorId: number,
  isSuspended: boolean,
  afterId: number,
): Promise<number | null> {
  return queryValue(
    tx,
    int8Id.nullable(),
    `WITH written AS MATERIALIZED (
       SELECT id, latest_revision_id FROM post
       WHERE ${isOfAuthor('$1')} AND id > $2 AND deleted_at IS NULL ORDER BY author_id, id LIMIT ${BATCH}),
     marked AS (
       UPDATE post_revision SET is_withheld = $3
       WHERE id = ANY (ARRAY(SELECT latest_revision_id FROM written)) AND status = 'pending' AND is_withheld <> $3)
     SELECT max(id) AS last FROM written`,
    [authorId, afterId, isSuspended],
  );
}
