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
 * Returns a post from a list that is already loaded, or as it was last read, also for another viewer. A text
 * that is not approved is for its author alone.
 */
export function findKnown(client: QueryClient, id: number, viewerId: number | null): Post | undefined {
  const feeds = client.getQueriesData<Feed>({ queryKey: postKeys.feeds });
  const listed = feeds.flatMap(([, feed]) => feed?.pages.flatMap(({ items }) => items) ?? []);
  const today = client.getQueryData<Post[]>(postKeys.topToday) ?? [];
  const read = client.getQueriesData<Post>({
    queryKey: [...postKeys.posts, id],
    predicate: ({ state }) => !isNotFound(state.error),
  });
  return [...listed, ...today, ...read.flatMap(([, post]) => post ?? [])].find(
    (post) => post.id === id && (post.review_status === 'approved' || post.author.id === viewerId),
  );
}
