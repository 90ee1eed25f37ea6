import type { FeedPage, Post } from '@likewell/contracts/gateway/posts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { isNotFound } from '../api/api-error';

type Feed = InfiniteData<FeedPage, string | null>;

/** The keys under which posts are cached. `viewerId` separates the views of different members. */
export const postKeys = {
  feeds: ['feed'] as const,
  best: ['feed', 'best'] as const,
  new: ['feed', 'new'] as const,
  following: (viewerId: number | null) => ['feed', 'following', viewerId] as const,
  members: ['feed', 'member'] as const,
  member: (username: string, viewerId: number | null) => [...postKeys.members, username, viewerId] as const,
  posts: ['post'] as const,
  post: (id: number, viewerId: number | null) => ['post', id, viewerId] as const,
  topToday: ['top-today'] as const,
};

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
