import type { Tx } from '@likewell/service-kit/database/database';

/** Makes the follows and unfollows of one member wait for each other, until the transaction ends. */
export async function lockFollower(tx: Tx, followerId: number): Promise<void> {
  await tx.query('SELECT FROM author WHERE id = $1 FOR NO KEY UPDATE', [followerId]);
}

/** Notes that one follows the other; false when it was so before. */
export async function insertFollow(tx: Tx, followerId: number, authorId: number): Promise<boolean> {
  const rows = await tx.query<unknown[]>(
    `INSERT INTO follow (follower_id, author_id) VALUES ($1, $2)
     ON CONFLICT (follower_id, author_id) DO NOTHING RETURNING author_id`,
    [followerId, authorId],
  );
  return rows.length > 0;
}

/** How many authors a member follows. */
export async function countFollows(tx: Tx, followerId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }[]>(
    'SELECT count(*)::int AS count FROM follow WHERE follower_id = $1',
    [followerId],
  );
  return row?.count ?? 0;
}

/** Notes that one does not follow the other any more. */
export async function deleteFollow(tx: Tx, followerId: number, authorId: number): Promise<void> {
  await tx.query('DELETE FROM follow WHERE follower_id = $1 AND author_id = $2', [followerId, authorId]);
}

/** True when one follows the other. */
export async function hasFollow(tx: Tx, followerId: number, authorId: number): Promise<boolean> {
  const rows = await tx.query<unknown[]>('SELECT FROM follow WHERE follower_id = $1 AND author_id = $2', [
    followerId,
    authorId,
  ]);
  return rows.length > 0;
}
