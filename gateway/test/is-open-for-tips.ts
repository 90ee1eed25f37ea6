import type { TestStack } from '@likewell/testing/start-stack';

/**
 * Tells whether the ledger accepts tips to a post; it learns of posts and suspensions by events, a moment
 * later than others.
 */
export async function isOpenForTips(
  { schemas }: Pick<TestStack, 'schemas'>,
  postId: number,
): Promise<boolean> {
  const { rows } = await schemas['tipping-ledger'].owner.query<{ open: boolean }>(
    'SELECT open FROM post_total WHERE post_id = $1',
    [postId],
  );
  return rows[0]?.open ?? false;
}
