const RECENT_MS = 60_000;
const submitted = new Set<number>();

/** Records that a text of this post was sent to review from this page. */
export const markSubmitted = (postId: number): void => void submitted.add(postId);

/**
 * Returns true while a verdict may come at any moment: the text was sent from this page, or
 * written within the last minute.
 */
export function awaitsVerdict(post: { id: number; created_at: string; review_status: string }): boolean {
  if (post.review_status !== 'pending') return false;
  return submitted.has(post.id) || Date.now() - Date.parse(post.created_at) < RECENT_MS;
}
