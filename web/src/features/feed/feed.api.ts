import { followingPosts } from '@likewell/contracts/gateway/follows';
import { bestPosts, type FeedPage, newPosts, type Post, userPosts } from '@likewell/contracts/gateway/posts';
import {
  type InfiniteData,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { ApiError, isPassing } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';
import { useWhenReachable } from '../../shared/api/use-when-reachable';
import { postKeys } from '../../shared/posts/post-cache';
import { useUser } from '../../shared/session/session-store';

type FetchPage = (cursor: string | null, signal: AbortSignal) => Promise<FeedPage>;

/** All posts by LIKE received, most first. */
export function useBestFeed() {
  return useFeed(postKeys.best, fetchBestPage);
}

/** The same list below a post: what was read of it on its own screen stays for the way back there. */
export function useBestBelow() {
  return useFeed(postKeys.best, fetchBestPage, { keepsPages: true });
}

/** All posts, newest first. */
export function useNewFeed() {
  return useFeed(postKeys.new, (cursor, signal) => call(newPosts, { query: { cursor }, signal }));
}

/** The posts of the authors whom the signed-in member follows, newest first. */
export function useFollowingFeed() {
  const viewerId = useUser()?.id ?? null;
  return useFeed(postKeys.following(viewerId), (cursor, signal) =>
    call(followingPosts, { query: { cursor }, signal }),
  );
}

/** A member's posts, newest first; to themselves with those under review. */
export function useMemberFeed(username: string) {
  const viewerId = useUser()?.id ?? null;
  return useFeed(postKeys.member(username, viewerId), (cursor, signal) =>
    call(userPosts, { params: { username }, query: { cursor }, signal }),
  );
}

/** The most tipped posts published within a day: as many as the sidebar has room for without scrolling. */
export function useTopToday() {
  return useQuery({
    queryKey: postKeys.topToday,
    queryFn: async ({ signal }): Promise<Post[]> =>
      checked(await fetchBest('day', null, signal)).items.slice(0, 3),
    staleTime: 60_000,
  });
}

const fetchBestPage: FetchPage = (cursor, signal) => fetchBest('all', cursor, signal);

function fetchBest(range: 'all' | 'day', cursor: string | null, signal: AbortSignal) {
  return call(bestPosts, { query: { range, cursor }, signal, cache: 'no-store' });
}

/** A post may be read for a while before somebody goes back to the list. */
const KEPT_MS = 30 * 60_000;

/**
 * A list that loads page after page; it stops without a `nextCursor`, and at a failure (spec, section 8), until the site
 * can be reached again.
 */
function useFeed(queryKey: QueryKey, fetchPage: FetchPage, { keepsPages = false } = {}) {
  const mayRenew = useFreshStart(queryKey, keepsPages);
  const feed = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => checked(await fetchPage(pageParam, signal)),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    gcTime: KEPT_MS,
    refetchOnMount: mayRenew,
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = feed;
  useWhenReachable(feed.isFetchNextPageError && isPassing(feed.error), () => void fetchNextPage());
  const pages = useMemo(() => distinct(feed.data?.pages ?? []), [feed.data]);
  return {
    pages,
    posts: useMemo(() => pages.flat(), [pages]),
    isLoading: feed.isPending || feed.isFetchingNextPage,
    isLoaded: feed.data !== undefined,
    isComplete: feed.isSuccess && !hasNextPage,
    /** Why there is nothing to show; null where there is, or may be. */
    failure: feed.isLoadingError ? feed.error : null,
    loadMore: hasNextPage && !isFetching && !isError ? () => void fetchNextPage() : null,
  };
}
export type Feed = ReturnType<typeof useFeed>;

/**
 * Whoever comes back by the browser's history finds what they had loaded, as it was. Whoever comes anew gets the first page
 * at once, which is renewed, without reading again all that was scrolled through. Answers whether to renew.
 */
function useFreshStart(queryKey: QueryKey, keepsPages: boolean): boolean {
  const client = useQueryClient();
  const isReturn = useNavigationType() === NavigationType.Pop;
  const [mayRenew] = useState(() => {
    if (isReturn) return false;
    if (!keepsPages) client.setQueryData(queryKey, firstPage);
    return (client.getQueryData<InfiniteData<FeedPage>>(queryKey)?.pages.length ?? 0) <= 1;
  });
  return mayRenew;
}

const firstPage = (feed: InfiniteData<FeedPage> | undefined) =>
  feed && { pages: feed.pages.slice(0, 1), pageParams: feed.pageParams.slice(0, 1) };

/** Tips may lift a post to another page between two reads; it is shown where it was seen first, as it is now. */
function distinct(pages: FeedPage[]): Post[][] {
  const unseen = new Map(pages.flatMap(({ items }) => items).map((post) => [post.id, post]));
  return pages.map(({ items }) =>
    items.flatMap(({ id }) => {
      const post = unseen.get(id);
      unseen.delete(id);
      return post ?? [];
    }),
  );
}

function checked(page: FeedPage): FeedPage {
  if (!Array.isArray(page.items)) throw new ApiError(200);
  return page;
}
