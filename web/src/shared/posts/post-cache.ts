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
