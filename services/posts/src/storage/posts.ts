import { idFromInt8 } from '@likewell/contracts/kernel/ids';
import type { Tx } from '@likewell/service-kit/database/database';

/** A post's state without its texts, locked until the transaction ends. */
export interface LockedPost {
  readonly postId: number;
  readonly authorId: number;
  readonly isPublished: boolean;
  readonly version: number;
}

/** Adds a post without a text and answers its id. */
export async function insertPost(tx: Tx, authorId: number): Promise<number> {
  const [row] = await tx.query<{ id: string }[]>('INSERT INTO post (author_id) VALUES ($1) RETURNING id', [
    authorId,
  ]);
  return idFromInt8(row?.id ?? '');
}

/** Locks a post that is not deleted; null when there is none. */
export async function lockPost(tx: Tx, postId: number): Promise<LockedPost | null> {
  const [row] = await tx.query<{ author_id: string; is_published: boolean; version: number }[]>(
    `SELECT author_id, published_revision_id IS NOT NULL AS is_published, version
     FROM post WHERE id = $1 AND deleted_at IS NULL FOR UPDATE`,
    [postId],
  );
  if (!row) return null;
  return { postId, authorId: idFromInt8(row.author_id), isPublished: row.is_published, version: row.version };
}

/** Which post a revision belongs to, and whose it is; it may be deleted. */
export async function findPostOf(
  tx: Tx,
  revisionId: number,
): Promise<{ postId: number; authorId: number } | null> {
  const [row] = await tx.query<{ id: string; author_id: string }[]>(
    'SELECT p.id, p.author_id FROM post_revision r JOIN post p ON p.id = r.post_id WHERE r.id = $1',
    [revisionId],
  );
  return row ? { postId: idFromInt8(row.id), authorId: idFromInt8(row.author_id) } : null;
}

/** Withdraws a locked post for good. */
export async function deletePost(tx: Tx, postId: number): Promise<void> {
  await tx.query('UPDATE post SET deleted_at = now(), version = version + 1 WHERE id = $1', [postId]);
  await tx.query('UPDATE post_rank SET visible = false WHERE post_id = $1', [postId]);
}

/** Whose post it is and whether it is public; null when it never existed. */
export async function findTipTarget(
  tx: Tx,
  postId: number,
): Promise<{ authorId: number; open: boolean; version: number } | null> {
  const [row] = await tx.query<{ author_id: string; open: boolean; version: number }[]>(
    `SELECT author_id, published_revision_id IS NOT NULL AND deleted_at IS NULL AS open, version
     FROM post WHERE id = $1`,
    [postId],
  );
  return row ? { authorId: idFromInt8(row.author_id), open: row.open, version: row.version } : null;
}
