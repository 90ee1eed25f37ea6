import { int8Id } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRows } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';
import { eraseTexts } from './erase-texts.js';

/** Posts whose texts one transaction empties, so that it is short. */
const BATCH = 100;

const lockedRow = z.object({ postId: int8Id, authorId: int8Id });

/**
 * Empties all texts of the next posts that were deleted more than 30 days ago, the oldest deletions first, except
 * those that another replica has locked. Returns false when there are none left.
 */
export async function eraseDeletedPosts(tx: Tx): Promise<boolean> {
  const locked = await queryRows(
    tx,
    lockedRow,
    `SELECT id AS "postId", author_id AS "authorId" FROM post
     WHERE deleted_at < now() - interval '30 days' AND NOT texts_erased
     ORDER BY deleted_at LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED`,
  );
  if (locked.length === 0) return false;
  for (const { postId, authorId } of locked) await eraseTexts(tx, authorId, postId);
  await tx.query('UPDATE post SET texts_erased = true WHERE id = ANY ($1)', [
    locked.map(({ postId }) => postId),
  ]);
  return true;
}
