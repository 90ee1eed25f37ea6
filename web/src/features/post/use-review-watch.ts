import type { Post } from '@likewell/contracts/gateway/posts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { importPart } from '../../shared/ui/import-part';
import { awaitsVerdict } from './submitted-posts';

/**
 * Shows without a reload that an own post has passed or failed its review; checks a few times and then stops.
 */
export function useReviewWatch(post: Post, isOwn: boolean): void {
  const client = useQueryClient();
  const watching = isOwn && awaitsVerdict(post);
  const { id } = post;
  useEffect(() => {
    if (!watching) return;
    const stop = new AbortController();
    importPart(() => import('./watch-review'))
      .then(({ watchReview }) => watchReview(client, id, stop.signal))
      // If this fails, the post keeps its state until the next page load.
      .catch(() => undefined);
    return () => stop.abort();
  }, [client, id, watching]);
}
