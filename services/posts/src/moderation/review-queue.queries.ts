import { ROWS_TO_READ } from '@likewell/contracts/core/page';
import type { QueuedRevision } from '@likewell/contracts/posts/moderation';
import { int8Id, isoTime } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { AUTHOR_COLUMNS, authorRow, withAuthor } from '../authors/author-columns.js';

/** Cap for the counts of an author's history, which is only a hint. */
const MAX_HISTORY = 100;
const MAX_WAITING = 10_000;

const queueRow = authorRow
  .extend({
    revisionId: int8Id,
    postId: int8Id,
    title: z.string(),
    body: z.string(),
    submittedAt: isoTime,
    isEdit: z.boolean(),
    reasons: z.array(z.string()),
    history: z.object({ approved: z.int(), rejected: z.int() }),
  })
  .transform(withAuthor);

const waitingRow = z.object({
  reviewer: z.enum(['machine', 'person']),
  count: z.int(),
  oldestSeconds: z.number(),
});
/** Texts that wait for one kind of reviewer; `oldestSeconds` is 0 when nothing waits. */
type Waiting = z.output<typeof waitingRow>;

const countOf = (verdict: string) => `(SELECT count(*)::int FROM (
    SELECT FROM moderation_decision d WHERE d.author_id = a.id AND d.verdict = '${verdict}' LIMIT ${MAX_HISTORY}) counted)`;

/**
 * Returns the texts that wait for a person after `afterId`, oldest first, and one more than a page holds. A
 * moderator's own texts are left to others, and those of suspended authors are left out: by their mark, for which
 * there is an index, and by the author, since a service of the previous version marks none, and a job does so later.
 */
export function findQueue(tx: Tx, moderatorId: number, afterId: number | null): Promise<QueuedRevision[]> {
  return queryRows(
    tx,
    queueRow,
    `SELECT r.id AS "revisionId", r.post_id AS "postId", r.title, r.body, r.created_at AS "submittedAt", r.reasons,
       p.published_revision_id IS NOT NULL AS "isEdit", ${AUTHOR_COLUMNS},
       json_build_object('approved', ${countOf('approved')}, 'rejected', ${countOf('rejected')}) AS history
     FROM post_revision r JOIN post p ON p.id = r.post_id JOIN author a ON a.id = p.author_id
     WHERE r.status = 'pending' AND r.asked_at IS NOT NULL AND NOT r.is_withheld
       AND p.deleted_at IS NULL AND NOT a.suspended AND a.id <> $2 ${afterId === null ? '' : 'AND r.id > $3'}
     ORDER BY r.id LIMIT $1`,
    [ROWS_TO_READ, moderatorId, ...(afterId === null ? [] : [afterId])],
  );
}

/**
 * Counts the texts that wait and will be reviewed, oldest first; those of suspended authors are left out. It asks for
 * neither posts, since no text of a deleted one waits, nor authors: joined to 10,000 texts they would be read whole.
 */
export function measureWaiting(tx: Tx): Promise<Waiting[]> {
  return queryRows(
    tx,
    waitingRow,
    `WITH waiting AS (
       SELECT r.created_at, CASE WHEN r.asked_at IS NULL THEN 'machine' ELSE 'person' END AS reviewer
       FROM post_revision r WHERE r.status = 'pending' AND NOT r.is_withheld
       ORDER BY r.id LIMIT ${MAX_WAITING}
     )
     SELECT kind.reviewer, count(created_at)::integer AS count,
       coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestSeconds"
     FROM (VALUES ('machine'), ('person')) AS kind (reviewer) LEFT JOIN waiting USING (reviewer)
     GROUP BY kind.reviewer`,
  );
}
