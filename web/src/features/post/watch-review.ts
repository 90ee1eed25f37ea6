import type { Post } from '@likewell/contracts/gateway/posts';
import { fetchPost } from '../../shared/posts/post.api';

/** The automatic check takes about a second; after half a minute only a moderator is left to wait for. */
const PAUSES_MS = [700, 800, 1000, 1500, 2000, 3000, 5000, 8000, 13_000];

/** Looks a few times whether an own post passed or failed its review, and tells `onVerdict` of it. */
export async function watchReview(
  id: number,
  stop: AbortSignal,
  onVerdict: (post: Post) => void,
): Promise<void> {
  for (const pause of PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (stop.aborted) return;
    // A look that fails is a look in vain; the next one follows anyway.
    const seen = await fetchPost(id, stop).catch(() => null);
    if (seen === null || seen.review_status === 'pending') continue;
    onVerdict(seen);
    return;
  }
}
