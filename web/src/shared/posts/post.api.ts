import { onePost, type Post } from '@likewell/contracts/gateway/posts';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error';
import { call } from '../api/client';
import { useUser } from '../session/session-store';
import { postKeys } from './post-cache';

/** Reads one post as the current member or visitor may see it. */
export async function fetchPost(id: number, signal?: AbortSignal): Promise<Post> {
  const post = await call(onePost, { params: { id: String(id) }, signal });
  if (typeof post.body !== 'string' || typeof post.title !== 'string') throw new ApiError(200);
  return post;
}

/** One post by its number; NaN stands for an address that names none, and is never asked for. */
export function usePost(id: number) {
  const viewerId = useUser()?.id ?? null;
  return useQuery({
    queryKey: postKeys.post(id, viewerId),
    queryFn: ({ signal }) => fetchPost(id, signal),
    enabled: Number.isSafeInteger(id),
  });
}
