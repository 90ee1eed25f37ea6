import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import { ROWS_TO_READ } from '@likewell/contracts/kernel/page';
import type { QueuedRevision } from '@likewell/contracts/posts/moderation';
import type { Tx } from '@likewell/service-kit/database/database';
import { AUTHOR_COLUMNS, type AuthorRow, toAuthor } from './authors.js';

/** A hint of an author's history needs no exact great numbers. */
const COUNTED = 100;

interface QueueRow extends AuthorRow {
  readonly id: string;
  readonly post_id: string;
  readonly title: string;
  readonly body: string;
  readonly created_at: Date;
  readonly is_edit: boolean;
  readonly reasons: string[];
  readonly approved: number;
  readonly rejected: number;
}

const countOf = (verdict: string) => `(SELECT count(*)::int FROM (
    SELECT FROM moderation_decision d WHERE d.author_id = a.id AND d.verdict = '${verdict}' LIMIT ${COUNTED}) counted)`;

/**
 * What waits for a person after `afterId`, oldest first, and one more than a page holds. A moderator's own texts are
 * for others, and those of suspended authors rest.
 */
export async function findQueue(
  tx: Tx,
  moderatorId: number,
  afterId: number | null,
): Promise<QueuedRevision[]> {
  const rows = await tx.query<QueueRow[]>(
    `SELECT r.id, r.post_id, r.title, r.body, r.created_at, r.reasons,
       p.published_revision_id IS NOT NULL AS is_edit,
       ${AUTHOR_COLUMNS},
       ${countOf('approved')} AS approved, ${countOf('rejected')} AS rejected
     FROM post_revision r JOIN post p ON p.id = r.post_id JOIN author a ON a.id = p.author_id
     WHERE r.status = 'pending' AND r.asked_at IS NOT NULL AND p.deleted_at IS NULL AND NOT a.suspended
       AND a.id <> $2 ${afterId === null ? '' : 'AND r.id > $3'}
     ORDER BY r.id LIMIT $1`,
    [ROWS_TO_READ, moderatorId, ...(afterId === null ? [] : [afterId])],
  );
  return rows.map(toQueued);
}

function toQueued(row: QueueRow): QueuedRevision {
  return {
    revisionId: idFromInt8(row.id),
    postId: idFromInt8(row.post_id),
    title: row.title,
    body: row.body,
    submittedAt: row.created_at.toISOString(),
    isEdit: row.is_edit,
    reasons: row.reasons,
    author: toAuthor(row),
    history: { approved: row.approved, rejected: row.rejected },
  };
}
