import { onePost, type Post } from '@likewell/contracts/gateway/posts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, isNotFound } from '../api/api-error';
import { call } from '../api/client';
import { useUser } from '../session/session-store';
import { findListed, postKeys } from './post-cache';

/** Reads one post as the current member or visitor may see it. */
export async function fetchPost(id: number, signal?: AbortSignal): Promise<Post> {
  const post = await call(onePost, { params: { id: String(id) }, signal });
  if (typeof post.body !== 'string' || typeof post.title !== 'string') throw new ApiError(200);
  return post;
}

/**
 * One post by its number, at first as a list shows it; NaN stands for an address that names none, and is never asked for.
 * `isMissing` where there is none to show.
 */
export function usePost(id: number) {
  const viewerId = useUser()?.id ?? null;
  const client = useQueryClient();
  const post = useQuery({
    queryKey: postKeys.post(id, viewerId),
    queryFn: ({ signal }) => fetchPost(id, signal),
    enabled: Number.isSafeInteger(id),
    initialData: () => findListed(client, id),
    // It is asked for all the same.
    initialDataUpdatedAt: 0,
  });
  const isKnown = post.dataUpdatedAt > 0;
  const isGone = isNotFound(post.error);
  return {
    post: isGone ? undefined : post.data,
    /** The post as the server told it, not a list. */
    fresh: isKnown && !isGone ? post.data : undefined,
    isMissing: Number.isNaN(id) || isGone || (post.isError && post.data === undefined),
    hasFailed: post.isError && !isKnown,
  };
}
