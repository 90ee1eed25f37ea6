import {
  decide,
  type Decision,
  decisions,
  type QueueItem,
  reviewQueue,
} from '@likewell/contracts/gateway/moderation';
import type { RouteRequest } from '@likewell/contracts/gateway/define-route';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../shared/api/api-error';
import { changeItems } from '../../shared/api/change-loaded';
import { call, callList } from '../../shared/api/client';
import { usePagedList } from '../../shared/api/use-paged-list';
import { useSingleMutation } from '../../shared/api/use-single-mutation';
import { useMemberKey } from '../../shared/session/use-member-key';

export type { Decision, QueueItem };

/** The filter of the log by who decided. */
export type DecidedBy = NonNullable<RouteRequest<typeof decisions, 'query'>['by']>;

/** A moderator's decision about a text. */
export type Judgement = RouteRequest<typeof decide, 'body'>;

/** Polling interval of an empty queue. */
const LOOK_AGAIN_MS = 10_000;
const GONE = new Set([403, 404, 409]);

/**
 * Returns true when nothing can be decided any more: another moderator was first, or
 * the author changed the text.
 */
export const isGone = (error: unknown) => error instanceof ApiError && GONE.has(error.status);

const useQueueKey = () => useMemberKey('moderation-queue');

/**
 * Reads the texts that wait, oldest first. The list does not change while there are some;
 * an empty queue is polled.
 */
export function useReviewQueue() {
  return usePagedList({
    queryKey: useQueueKey(),
    fetchPage: (cursor, signal) => callList(reviewQueue, { query: { cursor }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.pages.every(({ items }) => items.length === 0) ? LOOK_AGAIN_MS : false,
    gcTime: 0,
  });
}

/**
 * Decides about a text, which then leaves the queue. A text about which nothing can be
 * decided any more leaves it too.
 */
export function useDecide() {
  const client = useQueryClient();
  const key = useQueueKey();
  const change = (changeQueue: (items: QueueItem[]) => QueueItem[]) => changeItems(client, key, changeQueue);
  const without = (revisionId: number) => (items: QueueItem[]) =>
    items.filter(({ revision_id }) => revision_id !== revisionId);
  return useSingleMutation({
    mutationFn: ({ revisionId, judgement }: { revisionId: number; judgement: Judgement }) =>
      call(decide, { params: { id: String(revisionId) }, body: judgement }),
    onSuccess: (decision, { revisionId }) => {
      change((items) => without(revisionId)(items).map((item) => countInHistory(item, decision)));
      void client.invalidateQueries({ queryKey: ['moderation-decisions'] });
    },
    onError: (error, { revisionId }) => {
      if (isGone(error)) change(without(revisionId));
    },
  });
}

/** Adds the decision to the history shown with the author's other texts. */
function countInHistory(item: QueueItem, { author, verdict }: Decision): QueueItem {
  if (item.author.id !== author.id) return item;
  const counter = verdict === 'approved' ? 'approved_before' : 'rejected_before';
  return { ...item, author: { ...item.author, [counter]: item.author[counter] + 1 } };
}

/** The log of decisions, newest first. */
export function useDecisions(by: DecidedBy) {
  return usePagedList({
    queryKey: [...useMemberKey('moderation-decisions'), by],
    fetchPage: (cursor, signal) => callList(decisions, { query: { by, cursor }, signal }),
  });
}
