import type { Post } from '@likewell/contracts/gateway/posts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { importPart } from '../../shared/ui/import-part';
import { awaitsVerdict } from './submitted-posts';

/**
 * Shows without a reload that an own post has passed or failed its review; checks a few times and then stops.
 * A verdict that a read of the screen brings reaches every list, too.
 */
export function useReviewWatch(post: Post, isOwn: boolean): void {
  const client = useQueryClient();
  const watching = isOwn && awaitsVerdict(post);
  const { id, review_status: status } = post;
  useEffect(() => {
    if (!watching) return;
    const stop = new AbortController();
    importPart(() => import('./watch-review'))
      .then(({ watchReview }) => watchReview(client, id, stop.signal))
      // If this fails, the post keeps its state until the next page load.
      .catch(() => undefined);
    return () => stop.abort();
  }, [client, id, watching]);
  const spread = useEffectEvent((verdictOn: number) => {
    if (post.id !== verdictOn || post.review_status !== 'approved') return;
    importPart(() => import('./watch-review'))
      .then(({ showApproved }) => showApproved(client, post))
      .catch(() => undefined);
  });
  const isPending = isOwn && status === 'pending';
  useEffect(() => (isPending ? () => spread(id) : undefined), [id, isPending]);
}
