import type { Post } from '@likewell/contracts/gateway/posts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { updatePost } from '../../shared/posts/post-cache';
import { importPart } from '../../shared/ui/import-part';
import { awaitsVerdict } from './submitted-posts';

/** Notices without a reload that an own post passed or failed its review; looks a few times and then stops. */
export function useReviewWatch(post: Post, isOwn: boolean): void {
  const client = useQueryClient();
  const watching = isOwn && awaitsVerdict(post);
  const { id } = post;
  useEffect(() => {
    if (!watching) return;
    const stop = new AbortController();
    importPart(() => import('./watch-review'))
      .then(({ watchReview }) => watchReview(id, stop.signal, (seen) => updatePost(client, id, seen)))
      // Without it the post is as the next page tells it.
      .catch(() => undefined);
    return () => stop.abort();
  }, [client, id, watching]);
}
