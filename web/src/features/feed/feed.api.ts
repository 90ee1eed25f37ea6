import { followingPosts } from '@likewell/contracts/gateway/follows';
import { bestPosts, type FeedPage, newPosts, type Post, userPosts } from '@likewell/contracts/gateway/posts';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callList } from '../../shared/api/client';
import { usePagedList } from '../../shared/api/use-paged-list';
import { postKeys } from '../../shared/posts/post-cache';
import { useMemberId } from '../../shared/session/session-store';

type FetchPage = (cursor: string | null, signal: AbortSignal) => Promise<FeedPage>;

/** All posts by LIKE received, most first. */
export function useBestFeed() {
  return useFeed(postKeys.best, fetchBestPage);
}

/** The same list below a post. It keeps the pages that were read on its own screen, for the way back. */
export function useBestBelow() {
  return useFeed(postKeys.best, fetchBestPage, { keepsPages: true });
}

/** All posts, newest first. */
export function useNewFeed() {
  return useFeed(postKeys.new, (cursor, signal) => callList(newPosts, { query: { cursor }, signal }));
}

/** The posts of the authors whom the signed-in member follows, newest first. */
export function useFollowingFeed() {
  const viewerId = useMemberId();
  return useFeed(postKeys.following(viewerId), (cursor, signal) =>
    callList(followingPosts, { query: { cursor }, signal }),
  );
}

/** A member's posts, newest first; the member also gets their own posts under review. */
export function useMemberFeed(username: string) {
  const viewerId = useMemberId();
  return useFeed(postKeys.member(username, viewerId), (cursor, signal) =>
    callList(userPosts, { params: { username }, query: { cursor }, signal }),
  );
}

/** The sidebar stays as long as the page does, which may be for days. */
const TODAY_EVERY_MS = 5 * 60_000;

/** The most tipped posts published within a day: as many as fit in the sidebar without scrolling. */
export function useTopToday() {
  return useQuery({
    queryKey: postKeys.topToday,
    queryFn: async ({ signal }): Promise<Post[]> => (await fetchBest('day', null, signal)).items.slice(0, 3),
    staleTime: 60_000,
    refetchInterval: TODAY_EVERY_MS,
    refetchOnWindowFocus: true,
  });
}

const fetchBestPage: FetchPage = (cursor, signal) => fetchBest('all', cursor, signal);

function fetchBest(range: 'all' | 'day', cursor: string | null, signal: AbortSignal) {
  return callList(bestPosts, { query: { range, cursor }, signal, cache: 'no-store' });
}

/**
 * A list that loads page after page. It stops when there is no `nextCursor`, and after a failure (spec,
 * section 8) until the site can be reached again.
 */
function useFeed(queryKey: QueryKey, fetchPage: FetchPage, { keepsPages = false } = {}) {
  const { query, hasMore, isLoading, isLoaded, loadMore } = usePagedList({ queryKey, fetchPage, keepsPages });
  const { data, error } = query;
  const pages = useMemo(() => distinct(data?.pages ?? []), [data]);
  return {
    pages,
    posts: useMemo(() => pages.flat(), [pages]),
    isLoading,
    isLoaded,
    isComplete: query.isSuccess && !hasMore,
    /** The error that left nothing to show; null otherwise. */
    failure: query.isLoadingError ? error : null,
    loadMore,
  };
}
export type Feed = ReturnType<typeof useFeed>;

/**
 * Removes duplicates: between two reads tips may move a post to another page. Each post is shown in its first
 * place, with its latest data.
 */
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
