import type { FeedPage, Post } from '@likewell/contracts/gateway/posts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';

type Feed = InfiniteData<FeedPage, string | null>;

/** The keys under which posts are cached. `viewerId` keeps one member's view from another's. */
export const postKeys = {
  feeds: ['feed'] as const,
  best: ['feed', 'best'] as const,
  new: ['feed', 'new'] as const,
  following: (viewerId: number | null) => ['feed', 'following', viewerId] as const,
  member: (username: string, viewerId: number | null) => ['feed', 'member', username, viewerId] as const,
  posts: ['post'] as const,
  post: (id: number, viewerId: number | null) => ['post', id, viewerId] as const,
  topToday: ['top-today'] as const,
};

/** A post as some list shows it already. */
export function findListed(client: QueryClient, id: number): Post | undefined {
  const feeds = client.getQueriesData<Feed>({ queryKey: postKeys.feeds });
  const listed = feeds.flatMap(([, feed]) => feed?.pages.flatMap(({ items }) => items) ?? []);
  const today = client.getQueryData<Post[]>(postKeys.topToday) ?? [];
  return [...listed, ...today].find((post) => post.id === id);
}

/** Shows newer facts of a post wherever it is on the page. */
export function updatePost(client: QueryClient, id: number, changes: Partial<Post>): void {
  const change = (post: Post) => (post.id === id ? { ...post, ...changes } : post);
  client.setQueriesData<Feed>({ queryKey: postKeys.feeds }, (feed) =>
    mapItems(feed, (items) => items.map(change)),
  );
  client.setQueriesData<Post[]>({ queryKey: postKeys.topToday }, (items) => items?.map(change));
  client.setQueriesData<Post>({ queryKey: [...postKeys.posts, id] }, (post) => post && change(post));
}

/** Takes a deleted post off every list. */
export function removePost(client: QueryClient, id: number): void {
  const others = (items: Post[]) => items.filter((post) => post.id !== id);
  client.setQueriesData<Feed>({ queryKey: postKeys.feeds }, (feed) => mapItems(feed, others));
  client.setQueriesData<Post[]>({ queryKey: postKeys.topToday }, (items) => items && others(items));
  client.removeQueries({ queryKey: [...postKeys.posts, id] });
}

/** Takes an author's posts off a member's Following feed. */
export function removeFollowed(client: QueryClient, viewerId: number | null, username: string): void {
  const others = (items: Post[]) => items.filter(({ author }) => author.username !== username);
  client.setQueryData<Feed>(postKeys.following(viewerId), (feed) => mapItems(feed, others));
}

/** Puts a post that its author just wrote on top of their own list. */
export function addOwnPost(client: QueryClient, post: Post): void {
  const key = postKeys.member(post.author.username, post.author.id);
  client.setQueryData<Feed>(key, (feed) => {
    const [first, ...rest] = feed?.pages ?? [];
    return feed && first && { ...feed, pages: [{ ...first, items: [post, ...first.items] }, ...rest] };
  });
}

function mapItems(feed: Feed | undefined, map: (items: Post[]) => Post[]): Feed | undefined {
  return feed && { ...feed, pages: feed.pages.map((page) => ({ ...page, items: map(page.items) })) };
}
