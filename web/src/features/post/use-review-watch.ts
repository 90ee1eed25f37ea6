import type { Post } from '@likewell/contracts/gateway/posts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchPost } from '../../shared/posts/post.api';
import { updatePost } from '../../shared/posts/post-cache';
import { awaitsVerdict } from './submitted-posts';

/** The automatic check takes about a second; after half a minute only a moderator is left to wait for. */
const PAUSES_MS = [700, 800, 1000, 1500, 2000, 3000, 5000, 8000, 13_000];

/** Notices without a reload that an own post passed or failed its review; looks a few times and then stops. */
export function useReviewWatch(post: Post, isOwn: boolean): void {
  const client = useQueryClient();
  const watching = isOwn && awaitsVerdict(post);
  const { id } = post;
  useEffect(() => {
    if (!watching) return;
    const stop = new AbortController();
    void watchReview(id, stop.signal, (seen) => updatePost(client, id, seen));
    return () => stop.abort();
  }, [client, id, watching]);
}

async function watchReview(id: number, stop: AbortSignal, onVerdict: (post: Post) => void): Promise<void> {
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
