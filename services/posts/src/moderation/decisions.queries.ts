import { ROWS_TO_READ } from '@likewell/contracts/core/page';
import { decision, type DecidedBy, type Decision } from '@likewell/contracts/posts/moderation';
import { int8Id, isoTime } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow, queryRows, queryValue } from '@likewell/service-kit/database/query-rows';
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

const decisionRow = decision.extend({
  id: int8Id,
  revisionId: int8Id,
  postId: int8Id,
  author: profile,
  moderator: profile.nullable(),
  decidedAt: isoTime,
});

const SELECT = `SELECT d.id, d.revision_id AS "revisionId", d.post_id AS "postId", r.title, d.verdict, d.reasons, d.note,
    d.decided_at AS "decidedAt", to_json(a) AS author, to_json(m) AS moderator
  FROM moderation_decision d JOIN post_revision r ON r.id = d.revision_id JOIN author a ON a.id = d.author_id
  LEFT JOIN author m ON m.id = d.moderator_id`;

const WHOSE: Record<DecidedBy, string> = {
  moderators: 'd.moderator_id IS NOT NULL',
  check: 'd.moderator_id IS NULL',
};

/** Returns the decision about a revision, or null. */
export function findDecision(tx: Tx, revisionId: number): Promise<Decision | null> {
  return queryRow(tx, decisionRow, `${SELECT} WHERE d.revision_id = $1`, [revisionId]);
}

/** Returns decisions before `beforeId`, newest first, and one more than a page holds. */
export function findDecisions(tx: Tx, by: DecidedBy, beforeId: number | null): Promise<Decision[]> {
  return queryRows(
    tx,
    decisionRow,
    `${SELECT} WHERE ${WHOSE[by]} ${beforeId === null ? '' : 'AND d.id < $2'} ORDER BY d.id DESC LIMIT $1`,
    [ROWS_TO_READ, ...(beforeId === null ? [] : [beforeId])],
  );
}

/**
 * Empties a batch of notes that are more than 400 days old, or about an author who has left for good. Returns their
 * number.
 */
export async function eraseOldNotes(tx: Tx): Promise<number> {
  return (await queryValue(tx, z.int(), 'SELECT erase_old_notes() AS count')) ?? 0;
}
