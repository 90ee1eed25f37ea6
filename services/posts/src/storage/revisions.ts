import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import type { Tx } from '@likewell/service-kit/database/database';

/** A text of a post. */
export interface Text {
  readonly title: string;
  readonly body: string;
}

/** Proposes a text as the post's newest; one that still waited for its review is superseded. */
export async function insertRevision(tx: Tx, postId: number, { title, body }: Text): Promise<number> {
  await tx.query(
    `UPDATE post_revision SET status = 'superseded', decided_at = now() WHERE post_id = $1 AND status = 'pending'`,
    [postId],
  );
  const [row] = await tx.query<{ id: string }[]>(
    'INSERT INTO post_revision (post_id, title, body) VALUES ($1, $2, $3) RETURNING id',
    [postId, title, body],
  );
  const revisionId = idFromInt8(row?.id ?? '');
  await tx.query('UPDATE post SET latest_revision_id = $2 WHERE id = $1', [postId, revisionId]);
  return revisionId;
}

/** The text of a revision that still waits for its review. */
export async function findWaitingText(tx: Tx, revisionId: number): Promise<Text | null> {
  const [row] = await tx.query<Text[]>(
    `SELECT title, body FROM post_revision WHERE id = $1 AND status = 'pending'`,
    [revisionId],
  );
  return row ?? null;
}

/** Notes why a revision waits for a person. */
export async function noteReasons(tx: Tx, revisionId: number, reasons: readonly string[]): Promise<void> {
  await tx.query('UPDATE post_revision SET reasons = $2 WHERE id = $1', [revisionId, reasons]);
}

/** Approves a revision and makes it what readers of its post see. */
export async function publishRevision(tx: Tx, postId: number, revisionId: number): Promise<void> {
  await tx.query(`UPDATE post_revision SET status = 'approved', decided_at = now() WHERE id = $1`, [
    revisionId,
  ]);
  await tx.query('UPDATE post SET published_revision_id = $2, version = version + 1 WHERE id = $1', [
    postId,
    revisionId,
  ]);
  await tx.query('INSERT INTO post_rank (post_id) VALUES ($1) ON CONFLICT (post_id) DO NOTHING', [postId]);
}
