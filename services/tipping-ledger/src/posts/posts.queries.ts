import { int8Nano } from '@likewell/service-kit/database/columns';
import type { Database, Tx } from '@likewell/service-kit/database/database';
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

/** See `remember_post`; its parameters are {@link valuesOf} the post. */
const REMEMBER = 'SELECT remember_post($1, $2, $3, $4)';
const valuesOf = ({ postId, authorId, open, version }: KnownPost) => [postId, authorId, open, version];

/**
 * Remembers a post's author and whether it takes tips, unless something newer is known; in one statement that is a whole
 * transaction, since tips wait for the row.
 */
export async function rememberPost(database: Database, post: KnownPost): Promise<void> {
  await database.statement('remember-post', REMEMBER, valuesOf(post));
}

/**
 * {@link rememberPost} as the last statement of a transaction that began before; Postgres ends one that keeps the row for a
 * second without a word.
 */
export async function rememberPostIn(tx: Tx, post: KnownPost): Promise<void> {
  await tx.query(REMEMBER, valuesOf(post));
}

/** All that a post received, in nano-LIKE; 0 of a post that is not known. */
export async function findLikesSum(tx: Tx, postId: number): Promise<bigint> {
  const row = await queryRow(tx, likesRow, 'SELECT likes_sum FROM post_total WHERE post_id = $1', [postId]);
  return row?.likes_sum ?? 0n;
}
