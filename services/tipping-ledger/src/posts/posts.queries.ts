import { int8Nano } from '@likewell/service-kit/database/columns';
import type { Tx } from '@likewell/service-kit/database/database';
import { queryRow } from '@likewell/service-kit/database/query-rows';
import { z } from 'zod';

/** What the ledger must know of a post before it may be tipped. */
export interface KnownPost {
  readonly postId: number;
  readonly authorId: number;
  readonly open: boolean;
  /** Of two the one with the higher version is the newer. */
  readonly version: number;
}

const likesRow = z.object({ likes_sum: int8Nano });

/** Remembers a post's author and whether it takes tips, unless something newer is known. */
export async function rememberPost(tx: Tx, { postId, authorId, open, version }: KnownPost): Promise<void> {
  await tx.query(
    `INSERT INTO post_total (post_id, author_id, open, version) VALUES ($1, $2, $3, $4)
     ON CONFLICT (post_id) DO UPDATE SET open = excluded.open, version = excluded.version
       WHERE post_total.version < excluded.version`,
    [postId, authorId, open, version],
  );
}

/** All that a post received, in nano-LIKE; 0 of a post that is not known. */
export async function findLikesSum(tx: Tx, postId: number): Promise<bigint> {
  const row = await queryRow(tx, likesRow, 'SELECT likes_sum FROM post_total WHERE post_id = $1', [postId]);
  return row?.likes_sum ?? 0n;
}
