import { followingPosts } from '@likewell/contracts/gateway/follows';
import { bestPosts, type FeedPage, newPosts, type Post, userPosts } from '@likewell/contracts/gateway/posts';
import {
  type InfiniteData,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { ApiError } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';
import { postKeys } from '../../shared/posts/post-cache';
import { useUser } from '../../shared/session/session-store';

type FetchPage = (cursor: string | null, signal: AbortSignal) => Promise<FeedPage>;

/** All posts by LIKE received, most first. */
export function useBestFeed() {
  return useFeed(postKeys.best, (cursor, signal) => fetchBest('all', cursor, signal));
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

function fetchBest(range: 'all' | 'day', cursor: string | null, signal: AbortSignal) {
  return call(bestPosts, { query: { range, cursor }, signal, cache: 'no-store' });
}

/** A list that loads page after page; it stops without a `nextCursor`, and at a failure (spec, section 8). */
function useFeed(queryKey: QueryKey, fetchPage: FetchPage) {
  const feed = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => checked(await fetchPage(pageParam, signal)),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  useForgetRest(queryKey);
  const { hasNextPage, isFetching, isError, fetchNextPage } = feed;
  const pages = useMemo(() => distinct(feed.data?.pages ?? []), [feed.data]);
  return {
    pages,
    posts: useMemo(() => pages.flat(), [pages]),
    isLoading: feed.isPending || feed.isFetchingNextPage,
    isLoaded: feed.data !== undefined,
    isComplete: feed.isSuccess && !hasNextPage,
    loadMore: hasNextPage && !isFetching && !isError ? () => void fetchNextPage() : null,
  };
}
export type Feed = ReturnType<typeof useFeed>;

/**
 * A feed that is left keeps its first page alone: on return that page is there at once and is renewed,
 * without reading again all that was scrolled through.
 */
function useForgetRest(queryKey: QueryKey): void {
  const client = useQueryClient();
  const name = JSON.stringify(queryKey);
  useEffect(
    () => () => {
      client.setQueryData(JSON.parse(name) as QueryKey, firstPage);
    },
    [client, name],
  );
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
