import { ROWS_TO_READ } from '@likewell/contracts/core/page';
import { verdict, type DecidedBy, type Decision } from '@likewell/contracts/posts/moderation';
import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** An author's row as JSON, in which ids are numbers. */
const profile = z
  .object({
    id: z.int(),
    username: z.string(),
    avatar: z.string().nullable(),
    is_verified: z.boolean(),
    version: z.int(),
  })
  .transform(({ id: memberId, is_verified: isVerified, ...rest }) => ({ memberId, isVerified, ...rest }));

const decisionRow = z.object({
  id: int8Id,
  revision_id: int8Id,
  post_id: int8Id,
  title: z.string(),
  author: profile,
  moderator: profile.nullable(),
  verdict,
  reasons: z.array(z.string()),
  note: z.string().nullable(),
  decided_at: z.date(),
});

const SELECT = `SELECT d.id, d.revision_id, d.post_id, r.title, d.verdict, d.reasons, d.note, d.decided_at,
    to_json(a) AS author, to_json(m) AS moderator
  FROM moderation_decision d JOIN post_revision r ON r.id = d.revision_id JOIN author a ON a.id = d.author_id
  LEFT JOIN author m ON m.id = d.moderator_id`;

const WHOSE: Record<DecidedBy, string> = {
  moderators: 'd.moderator_id IS NOT NULL',
  check: 'd.moderator_id IS NULL',
};

/** Returns the decision about a revision, or null. */
export async function findDecision(tx: Tx, revisionId: number): Promise<Decision | null> {
  const row = await queryRow(tx, decisionRow, `${SELECT} WHERE d.revision_id = $1`, [revisionId]);
  return row && toDecision(row);
}

/** Returns decisions before `beforeId`, newest first, and one more than a page holds. */
export async function findDecisions(tx: Tx, by: DecidedBy, beforeId: number | null): Promise<Decision[]> {
  const rows = await queryRows(
    tx,
    decisionRow,
    `${SELECT} WHERE ${WHOSE[by]} ${beforeId === null ? '' : 'AND d.id < $2'} ORDER BY d.id DESC LIMIT $1`,
    [ROWS_TO_READ, ...(beforeId === null ? [] : [beforeId])],
  );
  return rows.map(toDecision);
}

function toDecision(row: z.output<typeof decisionRow>): Decision {
  return {
    id: row.id,
    revisionId: row.revision_id,
    postId: row.post_id,
    title: row.title,
    author: row.author,
    moderator: row.moderator,
    verdict: row.verdict,
    reasons: row.reasons,
    note: row.note,
    decidedAt: row.decided_at.toISOString(),
  };
}
