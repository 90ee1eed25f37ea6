import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import type { Tx } from '@likewell/service-kit/database/database';
import type { Text } from '../domain/review-text.js';

/** How many of the author's other posts a text is compared with, and how far back. */
const EARLIER_POSTS = 10;
const EARLIER_WITHIN = '7 days';

/** A text that the automatic check has not seen yet. */
export interface UncheckedRevision extends Text {
  readonly revisionId: number;
  readonly postId: number;
  readonly authorId: number;
}

/** Where a text stands. `asked` is true once it was left to a person. */
export interface RevisionState {
  readonly status: 'pending' | 'approved' | 'rejected' | 'superseded';
  readonly asked: boolean;
}

/** A text with the draft that it began with, if any. */
export interface ProposedText extends Text {
  readonly draftId?: string | null | undefined;
}

/**
 * Proposes a text as the post's newest; one that still waited for its review is superseded. Without a draft of its
 * own it keeps that of the text before.
 */
export async function insertRevision(tx: Tx, postId: number, text: ProposedText): Promise<number> {
  await supersedeWaiting(tx, postId);
  const [row] = await tx.query<{ id: string }[]>(
    `INSERT INTO post_revision (post_id, title, body, draft_id)
     SELECT id, $2, $3, coalesce($4, (SELECT draft_id FROM post_revision WHERE id = post.latest_revision_id))
     FROM post WHERE id = $1 RETURNING id`,
    [postId, text.title, text.body, text.draftId ?? null],
  );
  const revisionId = idFromInt8(row?.id ?? '');
  await tx.query('UPDATE post SET latest_revision_id = $2 WHERE id = $1', [postId, revisionId]);
  return revisionId;
}

/** Takes a text that waits for its review out of it. */
export async function supersedeWaiting(tx: Tx, postId: number): Promise<void> {
  await tx.query(
    `UPDATE post_revision SET status = 'superseded', decided_at = now() WHERE post_id = $1 AND status = 'pending'`,
    [postId],
  );
}

/** Those of the revisions that wait for the automatic check. */
export async function findUnchecked(tx: Tx, revisionIds: readonly number[]): Promise<UncheckedRevision[]> {
  const rows = await tx.query<
    { id: string; post_id: string; author_id: string; title: string; body: string }[]
  >(
    `SELECT r.id, r.post_id, p.author_id, r.title, r.body FROM post_revision r JOIN post p ON p.id = r.post_id
     WHERE r.id = ANY ($1) AND r.status = 'pending' AND r.asked_at IS NULL AND p.deleted_at IS NULL ORDER BY r.id`,
    [revisionIds],
  );
  return rows.map(({ id, post_id: postId, author_id: authorId, title, body }) => ({
    revisionId: idFromInt8(id),
    postId: idFromInt8(postId),
    authorId: idFromInt8(authorId),
    title,
    body,
  }));
}

/** The newest texts of the author's other posts, as far as they were proposed before this one. */
export function findEarlierTexts(tx: Tx, revision: UncheckedRevision): Promise<Text[]> {
  return tx.query<Text[]>(
    `SELECT r.title, r.body FROM (
       SELECT latest_revision_id FROM post
       WHERE author_id = $1 AND id <> $2 AND deleted_at IS NULL AND created_at > now() - interval '${EARLIER_WITHIN}'
       ORDER BY id DESC LIMIT ${EARLIER_POSTS}
     ) p JOIN post_revision r ON r.id = p.latest_revision_id AND r.id < $3`,
    [revision.authorId, revision.postId, revision.revisionId],
  );
}

/** Where a revision stands, once its post is locked. */
export async function readState(tx: Tx, revisionId: number): Promise<RevisionState | null> {
  const [row] = await tx.query<RevisionState[]>(
    'SELECT status, asked_at IS NOT NULL AS asked FROM post_revision WHERE id = $1',
    [revisionId],
  );
  return row ?? null;
}

/** Leaves a revision to a person, with what the automatic check has to say of it. */
export async function askPerson(tx: Tx, revisionId: number, reasons: readonly string[]): Promise<void> {
  await tx.query('UPDATE post_revision SET asked_at = now(), reasons = $2 WHERE id = $1', [
    revisionId,
    reasons,
  ]);
}

/** Ends a revision's review without publishing it. */
export async function rejectRevision(tx: Tx, revisionId: number): Promise<void> {
  await tx.query(`UPDATE post_revision SET status = 'rejected', decided_at = now() WHERE id = $1`, [
    revisionId,
  ]);
}

/**
 * Approves a revision and makes it what readers of its post see, or will see once its author is no longer suspended.
 * Her standing must be held. Answers the version of the post that became public, or null where none did.
 */
export async function publishRevision(tx: Tx, postId: number, revisionId: number): Promise<number | null> {
  await tx.query(`UPDATE post_revision SET status = 'approved', decided_at = now() WHERE id = $1`, [
    revisionId,
  ]);
  const [[row]] = await tx.query<[{ version: number; suspended: boolean }[], number]>(
    `UPDATE post p SET published_revision_id = CASE WHEN NOT a.suspended THEN $2::bigint END,
       withheld_revision_id = CASE WHEN a.suspended THEN $2::bigint END,
       version = p.version + CASE WHEN a.suspended THEN 0 ELSE 1 END
     FROM author a WHERE p.id = $1 AND a.id = p.author_id RETURNING p.version, a.suspended`,
    [postId, revisionId],
  );
  if (!row || row.suspended) return null;
  await tx.query('INSERT INTO post_rank (post_id) VALUES ($1) ON CONFLICT (post_id) DO NOTHING', [postId]);
  return row.version;
}
