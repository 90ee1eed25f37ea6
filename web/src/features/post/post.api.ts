import {
  createPost,
  deletePost,
  type Post,
  updatePost as updateRoute,
  userPosts,
} from '@likewell/contracts/gateway/posts';
import type { RouteRequest } from '@likewell/contracts/gateway/define-route';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { isNotFound, isPassing } from '../../shared/api/api-error';
import { call } from '../../shared/api/client';
import { addOwnPost, postKeys, removePost, updatePost } from '../../shared/posts/post-cache';
import { getSession } from '../../shared/session/session-store';
import { dropDraft } from './draft';
import { markSubmitted } from './submitted-posts';
import { dropUnansweredSince, readUnansweredSince, saveUnansweredSince } from './unanswered-post';

type PostBody = RouteRequest<typeof createPost, 'body'>;
/** What an author sends, each key named: one that a new text leaves out would be taken away from the post. */
type PostText = { [Key in keyof Required<PostBody>]: PostBody[Key] };

/**
 * Writes a post; it goes on top of the author's list, where its review is watched, and its draft is dropped, also when the page
 * is elsewhere by then. After a try to which no response came, even before a reload, the author's list is looked at first, for
 * the post may be there. One that is still under way when its page is opened again is this one's.
 */
export function useCreatePost(draftName: string) {
  const client = useQueryClient();
  const mutationKey = ['create-post', draftName];
  const before = useUnderWay(mutationKey);
  const own = useMutation({
    mutationKey,
    mutationFn: async (body: PostText) => {
      const since = readUnansweredSince(draftName);
      const known = since === null ? undefined : await findOwn(body, since);
      if (known) return known;
      // Before it is sent, for the page may be closed before anything comes back.
      saveUnansweredSince(draftName, since ?? Date.now());
      try {
        return await call(createPost, { body });
      } catch (error) {
        // What is said of this try says nothing of one before it.
        if (since === null && !isPassing(error)) dropUnansweredSince(draftName);
        throw error;
      }
    },
    onSuccess: (post: Post) => {
      dropDraft(draftName);
      dropUnansweredSince(draftName);
      markSubmitted(post.id);
      client.setQueryData(postKeys.post(post.id, post.author.id), post);
      addOwnPost(client, post);
    },
  });
  const { status, error } = own.isIdle && before ? before : own;
  return { isPending: status === 'pending', isSuccess: status === 'success', error, mutate: own.mutate };
}

/** The state, until its end and after it, of the mutation of this key that is under way when the page is opened. */
function useUnderWay(mutationKey: string[]) {
  const cache = useQueryClient().getMutationCache();
  const [mutation] = useState(() => cache.find({ mutationKey, status: 'pending' }));
  return useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => mutation?.state,
  );
}

/** Clocks differ. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** The member's own post of exactly this text, written since then. @throws ApiError where that cannot be known */
async function findOwn({ title, body }: PostText, sinceMs: number): Promise<Post | undefined> {
  const username = getSession().user?.username ?? '';
  const { items } = await call(userPosts, { params: { username }, query: { cursor: null } });
  return items.find(
    (post) =>
      post.title === title.trim() &&
      post.body === body.trim() &&
      Date.parse(post.created_at) > sinceMs - CLOCK_SKEW_MS,
  );
}

/** Proposes a new text for an own post, which is then under review again. */
export function useUpdatePost(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PostText) => call(updateRoute, { params: { id: String(id) }, body }),
    onSuccess: (post: Post) => {
      markSubmitted(post.id);
      updatePost(client, id, post);
    },
  });
}

/** Deletes an own post, or finds that it is gone already, and takes it off every list. */
export function useDeletePost(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      try {
        await call(deletePost, { params: { id: String(id) } });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
    onSuccess: () => removePost(client, id),
  });
}
