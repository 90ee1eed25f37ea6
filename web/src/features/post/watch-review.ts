import type { Post } from '@likewell/contracts/gateway/posts';
import type { QueryClient } from '@tanstack/react-query';
import { profilesKey } from '../../shared/members/profile.api';
import { updatePost } from '../../shared/posts/change-posts';
import { fetchPost } from '../../shared/posts/post.api';

/**
 * Pauses between the checks. The automatic check takes about a second; after half a minute
 * only a moderator can decide.
 */
const PAUSES_MS = [700, 800, 1000, 1500, 2000, 3000, 5000, 8000, 13_000];

/** Shows an own post that was approved in every list; it is one more of those that a profile counts. */
export function showApproved(client: QueryClient, post: Post): void {
  updatePost(client, post);
  void client.invalidateQueries({ queryKey: profilesKey });
}

/** Checks a few times whether an own post has passed or failed its review, and shows the result. */
export async function watchReview(client: QueryClient, id: number, stop: AbortSignal): Promise<void> {
  for (const pause of PAUSES_MS) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (stop.aborted) return;
    // A failed check is ignored; the next one follows anyway.
    const seen = await fetchPost(id, stop).catch(() => null);
    if (seen === null || seen.review_status === 'pending') continue;
    updatePost(client, seen);
    return;
  }
}
