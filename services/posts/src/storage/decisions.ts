import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import { ROWS_TO_READ } from '@likewell/contracts/kernel/page';
import type { DecidedBy, Decision } from '@likewell/contracts/posts/moderation';
import type { Tx } from '@likewell/service-kit/database/database';

/** A line to be written into the log; nobody changes it afterwards. */
export interface NewDecision {
  readonly revisionId: number;
  readonly postId: number;
  readonly authorId: number;
  /** Null where the automatic check decided. */
  readonly moderatorId: number | null;
  readonly verdict: Decision['verdict'];
  readonly reasons: readonly string[];
  readonly note: string | null;
}

interface DecisionRow {
  readonly id: string;
  readonly revision_id: string;
  readonly post_id: string;
  readonly title: string;
  readonly author: AuthorColumns;
  readonly moderator: AuthorColumns | null;
  readonly verdict: Decision['verdict'];
  readonly reasons: string[];
  readonly note: string | null;
  readonly decided_at: Date;
}

interface AuthorColumns {
  readonly id: number;
  readonly username: string;
  readonly avatar: string | null;
  readonly is_verified: boolean;
  readonly version: number;
}

const SELECT = `SELECT d.id, d.revision_id, d.post_id, r.title, d.verdict, d.reasons, d.note, d.decided_at,
    to_json(a) AS author, to_json(m) AS moderator
  FROM moderation_decision d JOIN post_revision r ON r.id = d.revision_id JOIN author a ON a.id = d.author_id
  LEFT JOIN author m ON m.id = d.moderator_id`;

const WHOSE: Record<DecidedBy, string> = {
  moderators: 'd.moderator_id IS NOT NULL',
  check: 'd.moderator_id IS NULL',
};

/** Writes a line of the log. */
export async function recordDecision(tx: Tx, decision: NewDecision): Promise<void> {
  await tx.query(
    `INSERT INTO moderation_decision (revision_id, post_id, author_id, moderator_id, verdict, reasons, note)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      decision.revisionId,
      decision.postId,
      decision.authorId,
      decision.moderatorId,
      decision.verdict,
      decision.reasons,
      decision.note,
    ],
  );
}

/** What was decided about a revision, or null. */
export async function findDecision(tx: Tx, revisionId: number): Promise<Decision | null> {
  const [row] = await tx.query<DecisionRow[]>(`${SELECT} WHERE d.revision_id = $1`, [revisionId]);
  return row ? toDecision(row) : null;
}

/** Decisions before `beforeId`, newest first, and one more than a page holds. */
export async function findDecisions(tx: Tx, by: DecidedBy, beforeId: number | null): Promise<Decision[]> {
  const rows = await tx.query<DecisionRow[]>(
    `${SELECT} WHERE ${WHOSE[by]} ${beforeId === null ? '' : 'AND d.id < $2'} ORDER BY d.id DESC LIMIT $1`,
    [ROWS_TO_READ, ...(beforeId === null ? [] : [beforeId])],
  );
  return rows.map(toDecision);
}

function toDecision(row: DecisionRow): Decision {
  return {
    id: idFromInt8(row.id),
    revisionId: idFromInt8(row.revision_id),
    postId: idFromInt8(row.post_id),
    title: row.title,
    author: toProfile(row.author),
    moderator: row.moderator && toProfile(row.moderator),
    verdict: row.verdict,
    reasons: row.reasons,
    note: row.note,
    decidedAt: row.decided_at.toISOString(),
  };
}

const toProfile = ({ id, username, avatar, is_verified: isVerified, version }: AuthorColumns) => ({
  memberId: id,
  username,
  avatar,
  isVerified,
  version,
});
