import { type FeedPage, onePost, type Post } from '@likewell/contracts/gateway/posts';
import { type InfiniteData, noop, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { isNotFound } from '../api/api-error';
import { call } from '../api/client';
import { getSession, useMemberId } from '../session/session-store';
import { postKeys } from './post-cache';
import { readPostId } from './post-id';

/** Reads one post as the current member or visitor may see it. */
export const fetchPost = (id: number, signal?: AbortSignal): Promise<Post> =>
  call(
    onePost,
    { params: { id: String(id) }, signal },
    ({ title, body }) => typeof title === 'string' && typeof body === 'string',
  );

/** Requests a post before its screen is loaded; the screen does not request it again. Never fails. */
export async function prefetchPost(client: QueryClient, idText: string | undefined): Promise<void> {
  const id = readPostId(idText);
  if (Number.isNaN(id)) return;
  const queryKey = postKeys.post(id, getSession().user?.id ?? null);
  const queryFn = ({ signal }: { signal: AbortSignal }) => fetchPost(id, signal);
  await client.query({ queryKey, queryFn, retry: false }).catch(noop);
}

/**
 * Reads one post by its id, shown at first as a list or another viewer's read has it. NaN stands for an
 * invalid address, and is never requested. `isMissing` is true when there is no post to show. A screen that
 * needs `fresh` reads 'always'.
 */
export function usePost(id: number, refetchOnMount: true | 'always' = true) {
  const viewerId = useMemberId();
  const client = useQueryClient();
  const queryKey = postKeys.post(id, viewerId);
  const post = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchPost(id, signal),
    enabled: Number.isSafeInteger(id),
    // Not after a failure: the copy of a list that is loaded later would turn it into a success.
    initialData: () =>
      client.getQueryState(queryKey)?.errorUpdateCount ? undefined : findKnown(client, id, viewerId),
    // The post is requested all the same.
    initialDataUpdatedAt: 0,
    refetchOnMount,
    // Covers the start of a page that has already requested the post.
    staleTime: 1000,
  });
  const isGone = isNotFound(post.error);
  return {
    post: isGone ? undefined : post.data,
    /** The post as the server returned it to this screen, rather than to a list or an earlier screen. */
    fresh: post.isFetchedAfterMount && post.isSuccess ? post.data : undefined,
    isMissing: Number.isNaN(id) || isGone || (post.isError && post.data === undefined),
    /** This screen's own read has failed. */
    hasFailed: post.isError && post.isFetchedAfterMount,
  };
}

type Feed = InfiniteData<FeedPage, string | null>;

/**
 * Returns a post as it was last read, also for another viewer, or from a list that is already loaded. A text
 * that is not public is for its author alone; so is a post that was found to be gone.
 */
export function findKnown(client: QueryClient, id: number, viewerId: number | null): Post | undefined {
  const reads = client.getQueryCache().findAll({ queryKey: [...postKeys.posts, id] });
  const newestFirst = [...reads].sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  const read = newestFirst.flatMap(({ state }) => (state.data as Post | undefined) ?? []);
  const feeds = client.getQueriesData<Feed>({ queryKey: postKeys.feeds });
  const listed = feeds.flatMap(([, feed]) => feed?.pages.flatMap(({ items }) => items) ?? []);
  const today = client.getQueryData<Post[]>(postKeys.topToday) ?? [];
  const known = [...read, ...listed, ...today].filter((post) => post.id === id);
  const isApproved = ({ review_status: status }: Post) => status === 'approved';
  const own = known.filter(({ author }) => author.id === viewerId);
  if (own.length > 0) return own.find((post) => !isApproved(post)) ?? own[0];
  if (reads.some(({ state }) => isNotFound(state.error))) return undefined;
  return known.find((post) => isApproved(post) && post.is_public !== false);
}
