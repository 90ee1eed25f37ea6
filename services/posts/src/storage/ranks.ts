import type { Tx } from '@likewell/service-kit/database/database';

/** Takes over the ledger's totals. They only grow, so the greater one is the newer one. */
export async function raiseLikesSums(
  tx: Tx,
  totals: readonly { postId: number; likesSumNano: bigint }[],
): Promise<void> {
  await tx.query(
    `UPDATE post_rank SET likes_sum = told.likes_sum
     FROM unnest($1::bigint[], $2::numeric[]) AS told (post_id, likes_sum)
     WHERE post_rank.post_id = told.post_id AND post_rank.likes_sum < told.likes_sum`,
    [totals.map((total) => total.postId), totals.map((total) => total.likesSumNano.toString())],
  );
}
