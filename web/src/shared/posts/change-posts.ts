import type { FeedPage, Post } from '@likewell/contracts/gateway/posts';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { changeItems, changeLoaded } from '../api/change-loaded';
import { postKeys } from './post-cache';

/** Updates a post wherever it is on the page; with a text under review only where its author reads it. */
export function updatePost(client: QueryClient, newer: Post): void {
  const { id, author } = newer;
  const change = (post: Post) => (post.id === id ? { ...post, ...newer } : post);
  const changeAll = (items: Post[]) => items.map(change);
  if (newer.review_status !== 'approved') {
    changeItems(client, postKeys.member(author.username, author.id), changeAll);
    changeLoaded(client, postKeys.post(id, author.id), change);
    return;
  }
  changeItems(client, postKeys.feeds, changeAll);
  changeLoaded(client, postKeys.topToday, changeAll);
  changeLoaded(client, [...postKeys.posts, id], change);
}

/** Removes a deleted post from every list. */
export function removePost(client: QueryClient, id: number): void {
  const others = (items: Post[]) => items.filter((post) => post.id !== id);
  changeItems(client, postKeys.feeds, others);
  changeLoaded(client, postKeys.topToday, others);
  client.removeQueries({ queryKey: [...postKeys.posts, id] });
}

/** Removes an author's posts from a member's Following feed. */
export function removeFollowed(client: QueryClient, viewerId: number | null, username: string): void {
  changeItems<Post>(client, postKeys.following(viewerId), (items) =>
    items.filter(({ author }) => author.username !== username),
  );
}

/** Adds a new post at the top of its author's own list. */
export function addOwnPost(client: QueryClient, post: Post): void {
  const key = postKeys.member(post.author.username, post.author.id);
  changeLoaded<InfiniteData<FeedPage>>(client, key, (feed) => {
    const [first, ...rest] = feed.pages;
    return first ? { ...feed, pages: [{ ...first, items: [post, ...first.items] }, ...rest] } : feed;
  });
}
