import type { Page } from '@likewell/contracts/core/page';
import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { isPassing } from './api-error';
import { useWhenReachable } from './use-when-reachable';

interface PagedListOptions<Item> {
  queryKey: QueryKey;
  /** Requests the page after this cursor, or the first page for null. */
  fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<Page<Item>>;
  /** Time in the cache after the last use. A list that starts again with each visit uses 0. */
  gcTime?: number;
  refetchOnMount?: boolean;
  /** Returns the time until the next automatic read; false for none. */
  refetchInterval?: (query: { state: { data: InfiniteData<Page<Item>> | undefined } }) => number | false;
}

/**
 * Reads a list of the server page after page. `loadMore` is null while a page is loading, when there are no
 * more, and after a failure, which stops the list silently (spec, sections 4 and 8); after an outage it goes on
 * once the site can be reached.
 */
export function usePagedList<Item>({ fetchPage, ...options }: PagedListOptions<Item>) {
  const query = useInfiniteQuery({
    ...options,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  useWhenReachable(query.isFetchNextPageError && isPassing(query.error), () => void fetchNextPage());
  return {
    query,
    items: data?.pages.flatMap(({ items }) => items) ?? [],
    hasMore: hasNextPage,
    isLoading: query.isPending || query.isFetchingNextPage,
    isLoaded: data !== undefined,
    loadMore: hasNextPage && !isFetching && !isError ? () => void fetchNextPage() : null,
  };
}
