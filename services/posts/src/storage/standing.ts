import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import type { Tx } from '@likewell/service-kit/database/database';

/** A post that became public or was withdrawn. */
export interface ChangedPost {
  readonly postId: number;
  readonly version: number;
}

/** What auth tells of an author. */
export interface AuthorStanding {
  readonly memberId: number;
  readonly isSuspended: boolean;
  readonly version: number;
}

/**
 * Holds the standing of a post's author until the transaction ends. It must be held before the post is locked: who
 * suspends an author locks in this order, too.
 */
export async function holdStanding(tx: Tx, postId: number): Promise<void> {
  await tx.query('SELECT FROM author WHERE id = (SELECT author_id FROM post WHERE id = $1) FOR SHARE', [
    postId,
  ]);
}

/**
 * Takes over news of an author's standing: `new` when it is news, `old` when something newer is known, `stranger` when
 * the author is not known here yet.
 */
export async function noteStanding(
  tx: Tx,
  { memberId, isSuspended, version }: AuthorStanding,
): Promise<'new' | 'old' | 'stranger'> {
  const [row] = await tx.query<{ standing_version: number }[]>(
    'SELECT standing_version FROM author WHERE id = $1 FOR NO KEY UPDATE',
    [memberId],
  );
  if (!row) return 'stranger';
  if (row.standing_version >= version) return 'old';
  await tx.query('UPDATE author SET suspended = $2, standing_version = $3 WHERE id = $1', [
    memberId,
    isSuspended,
    version,
  ]);
  return 'new';
}

/** Withholds every public post of an author. */
export async function withholdPosts(tx: Tx, authorId: number): Promise<ChangedPost[]> {
  const rows = await tx.query<Row[]>(
    `WITH withheld AS (
       UPDATE post SET withheld_revision_id = published_revision_id, published_revision_id = NULL,
         version = version + 1
       WHERE author_id = $1 AND published_revision_id IS NOT NULL AND deleted_at IS NULL RETURNING id, version),
     hidden AS (UPDATE post_rank k SET visible = false FROM withheld w WHERE k.post_id = w.id)
     SELECT id, version FROM withheld`,
    [authorId],
  );
  return rows.map(toChanged);
}

/** Publishes again what was withheld of an author, and what was approved meanwhile. */
export async function restorePosts(tx: Tx, authorId: number): Promise<ChangedPost[]> {
  const rows = await tx.query<Row[]>(
    `WITH restored AS (
       UPDATE post SET published_revision_id = withheld_revision_id, withheld_revision_id = NULL,
         version = version + 1
       WHERE author_id = $1 AND withheld_revision_id IS NOT NULL AND deleted_at IS NULL RETURNING id, version),
     ranked AS (
       INSERT INTO post_rank (post_id) SELECT id FROM restored
       ON CONFLICT (post_id) DO UPDATE SET visible = true)
     SELECT id, version FROM restored`,
    [authorId],
  );
  return rows.map(toChanged);
}

interface Row {
  readonly id: string;
  readonly version: number;
}

const toChanged = ({ id, version }: Row): ChangedPost => ({ postId: idFromInt8(id), version });
