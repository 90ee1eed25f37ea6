import { onePost, type Post } from '@likewell/contracts/gateway/posts';
import { noop, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, isNotFound } from '../api/api-error';
import { call } from '../api/client';
import { getSession, useUser } from '../session/session-store';
import { findListed, postKeys } from './post-cache';
import { readPostId } from './post-id';

/** Reads one post as the current member or visitor may see it. */
export async function fetchPost(id: number, signal?: AbortSignal): Promise<Post> {
  const post = await call(onePost, { params: { id: String(id) }, signal });
  if (typeof post.body !== 'string' || typeof post.title !== 'string') throw new ApiError(200);
  return post;
}

/** Asks for a post before the screen that shows it is there; the screen does not ask again. Never fails. */
export async function prefetchPost(client: QueryClient, idText: string | undefined): Promise<void> {
  const id = readPostId(idText);
  if (Number.isNaN(id)) return;
  const queryKey = postKeys.post(id, getSession().user?.id ?? null);
  const queryFn = ({ signal }: { signal: AbortSignal }) => fetchPost(id, signal);
  await client.query({ queryKey, queryFn, retry: false }).catch(noop);
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
    // As long as a page takes that began by asking for it.
    staleTime: 1000,
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
