import type { Page } from '@likewell/contracts/core/page';
import {
  hashKey,
  type InfiniteData,
  type Query,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { isPassing } from './api-error';
import { useWhenReachable } from './use-when-reachable';

/** A page that is outdated may say so itself: TanStack forgets that of a list with each change of it and next page. */
export type ListPage<Item> = Page<Item> & { isInvalidated?: boolean };
type List<Item> = InfiniteData<ListPage<Item>>;
type ListQuery = Pick<Query<List<unknown>>, 'state'>;

interface PagedListOptions<Item> {
  queryKey: QueryKey;
  /** Requests the page after this cursor, or the first page for null. */
  fetchPage: (cursor: string | null, signal: AbortSignal) => Promise<Page<Item>>;
  /** For a list that another screen shows too: keeps the pages that were read there, for the way back. */
  keepsPages?: boolean;
  /** Time in the cache after the last use. A list that starts again with each visit uses 0. */
  gcTime?: number;
  /** Returns the time until the next automatic read; false for none. */
  refetchInterval?: (query: { state: { data: List<Item> | undefined } }) => number | false;
}

/** How long a list stays in the cache: a person may read a post for a while before they return. */
const KEPT_MS = 30 * 60_000;

/**
 * Reads a list of the server page after page. `loadMore` is null while a page is loading, when there are no
 * more, and after a failure, which stops the list silently (spec, sections 4 and 8); after an outage it goes on
 * once the site can be reached.
 */
export function usePagedList<Item>({
  fetchPage,
  keepsPages = false,
  gcTime = KEPT_MS,
  ...options
}: PagedListOptions<Item>) {
  const list = {
    ...options,
    gcTime,
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
      fetchPage(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }: Page<Item>) => nextCursor ?? undefined,
  };
  const readFirst = (client: QueryClient) => client.infiniteQuery({ ...list, pages: 1 });
  const query = useInfiniteQuery({
    ...list,
    refetchOnMount: useFreshStart(options.queryKey, keepsPages, readFirst),
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

/** The lists that each visit to a screen has shown. */
const shownAt = new WeakMap<Location, Set<string>>();

/**
 * Decides what a list shows first. A person who returns by the browser's history gets all that they had loaded,
 * unchanged unless it is known to be outdated. Any other visit, also by a tab of the screen that has shown the list
 * before, shows the cached first page at once and renews it, without loading again all pages that were scrolled
 * through; a press on the link to the screen that is shown keeps them until the first page is renewed. Returns
 * whether to renew.
 */
function useFreshStart(
  queryKey: QueryKey,
  keepsPages: boolean,
  readFirst: (client: QueryClient) => Promise<unknown>,
) {
  const client = useQueryClient();
  const location = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const list = hashKey(queryKey);
  const [isRenewed] = useState(() => {
    if (isBack && !shownAt.get(location)?.has(list)) return false;
    if (!keepsPages) client.setQueryData(queryKey, firstPage);
    return (client.getQueryData<List<unknown>>(queryKey)?.pages.length ?? 0) <= 1;
  });
  useEffect(() => {
    shownAt.set(location, (shownAt.get(location) ?? new Set()).add(list));
  }, [location, list]);
  const shown = useRef(location);
  const renew = useEffectEvent(() => {
    const { key, pathname, hash } = shown.current;
    shown.current = location;
    if (key === location.key || pathname !== location.pathname || hash !== location.hash) return;
    if (isBack || keepsPages) return;
    void client
      .cancelQueries({ queryKey, exact: true })
      .then(() => readFirst(client))
      .catch(() => undefined);
  });
  useEffect(() => renew(), [location]);
  return (
    isRenewed ||
    (({ state }: ListQuery) => state.isInvalidated || state.data?.pages[0]?.isInvalidated === true)
  );
}

const firstPage = (list: List<unknown> | undefined) =>
  list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) };
