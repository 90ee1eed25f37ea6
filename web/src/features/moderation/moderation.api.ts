import {
  decide,
  type Decision,
  decisions,
  type QueueItem,
  reviewQueue,
} from '@likewell/contracts/gateway/moderation';
import type { RouteRequest } from '@likewell/contracts/gateway/define-route';
import { type InfiniteData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';
import { useUser } from '../../shared/session/session-store';

export type { Decision, QueueItem };

/** Whose decisions the log shows. */
export type DecidedBy = NonNullable<RouteRequest<typeof decisions, 'query'>['by']>;

/** What a moderator says of a text. */
export type Judgement = RouteRequest<typeof decide, 'body'>;

type QueuePage = Awaited<ReturnType<typeof fetchQueue>>;

/** An empty queue looks again after this long. */
const LOOK_AGAIN_MS = 10_000;
const GONE = new Set([403, 404, 409]);

/** True where nothing can be decided any more: another moderator was first, or the author changed the text. */
export const isGone = (error: unknown) => error instanceof ApiError && GONE.has(error.status);

const queueKey = (memberId: number | null) => ['moderation-queue', memberId] as const;

/** The texts that wait, oldest first. While there are some nothing moves; an empty queue looks again by itself. */
export function useReviewQueue() {
  const memberId = useUser()?.id ?? null;
  const queue = useInfiniteQuery({
    queryKey: queueKey(memberId),
    queryFn: ({ pageParam, signal }) => fetchQueue(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: ({ state }) =>
      state.data?.pages.every(({ items }) => items.length === 0) ? LOOK_AGAIN_MS : false,
    gcTime: 0,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = queue;
  return {
    items: queue.data?.pages.flatMap(({ items }) => items) ?? [],
    hasMore: hasNextPage,
    isLoaded: queue.data !== undefined,
    loadMore: hasNextPage && !isFetching && !isError ? () => void fetchNextPage() : null,
  };
}

/** Decides about a text. It then leaves the queue, and so does one about which nothing can be decided any more. */
export function useDecide() {
  const client = useQueryClient();
  const key = queueKey(useUser()?.id ?? null);
  const change = (changeItems: (items: QueueItem[]) => QueueItem[]) =>
    client.setQueryData<InfiniteData<QueuePage, string | null>>(
      key,
      (queue) =>
        queue && {
          ...queue,
          pages: queue.pages.map((page) => ({ ...page, items: changeItems(page.items) })),
        },
    );
  const without = (revisionId: number) => (items: QueueItem[]) =>
    items.filter(({ revision_id }) => revision_id !== revisionId);
  return useMutation({
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

/** What was just decided belongs to the history of the author's other texts. */
function countInHistory(item: QueueItem, { author, verdict }: Decision): QueueItem {
  if (item.author.id !== author.id) return item;
  const counter = verdict === 'approved' ? 'approved_before' : 'rejected_before';
  return { ...item, author: { ...item.author, [counter]: item.author[counter] + 1 } };
}

/** The log of decisions, newest first. */
export function useDecisions(by: DecidedBy) {
  const memberId = useUser()?.id ?? null;
  const log = useInfiniteQuery({
    queryKey: ['moderation-decisions', memberId, by],
    queryFn: ({ pageParam, signal }) => fetchDecisions(by, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    gcTime: 0,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = log;
  return {
    items: log.data?.pages.flatMap(({ items }) => items) ?? [],
    isLoading: log.isPending || log.isFetchingNextPage,
    isLoaded: log.data !== undefined,
    loadMore: hasNextPage && !isFetching && !isError ? () => void fetchNextPage() : null,
  };
}

async function fetchQueue(cursor: string | null, signal: AbortSignal) {
  const page = await call(reviewQueue, { query: { cursor }, signal });
  if (!Array.isArray(page.items)) throw new ApiError(200);
  return page;
}

async function fetchDecisions(by: DecidedBy, cursor: string | null, signal: AbortSignal) {
  const page = await call(decisions, { query: { by, cursor }, signal });
  if (!Array.isArray(page.items)) throw new ApiError(200);
  return page;
}
