import { int8Nano } from '@likewell/service-kit/database/columns';
import type { Database, Tx } from '@likewell/service-kit/database/database';
import { queryValue } from '@likewell/service-kit/database/query-rows';

/** The data of a post that the ledger needs before the post can be tipped. */
export interface KnownPost {
  readonly postId: number;
  readonly authorId: number;
  readonly open: boolean;
  /** The record with the higher version is the newer one. */
  readonly version: number;
}

/** See `remember_post`; its parameters are {@link valuesOf} the post. */
const REMEMBER = 'SELECT remember_post($1, $2, $3, $4)';
const valuesOf = ({ postId, authorId, open, version }: KnownPost) => [postId, authorId, open, version];

/**
 * Saves a post's author and whether it takes tips, unless a newer version is known. It is one statement and a
 * whole transaction, since tips wait for the row.
 */
export async function rememberPost(database: Database, post: KnownPost): Promise<void> {
  await database.statement('remember-post', REMEMBER, valuesOf(post));
}

/**
 * Runs {@link rememberPost} as the last statement of a transaction that began before; Postgres ends a
 * transaction that keeps the row for a second without sending anything.
 */
export async function rememberPostIn(tx: Tx, post: KnownPost): Promise<void> {
  await tx.query(REMEMBER, valuesOf(post));
}

/** Returns all that a post has received, in nano-LIKE; 0 for a post that is not known. */
export async function findLikesSum(tx: Tx, postId: number): Promise<bigint> {
  const likesSum = await queryValue(
    tx,
    int8Nano,
    'SELECT likes_sum AS "likesSum" FROM post_total WHERE post_id = $1',
    [postId],
  );
  return likesSum ?? 0n;
}
