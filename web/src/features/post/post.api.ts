import { normaliseLine, normaliseText } from '@likewell/contracts/core/normalise-text';
import {
  createPost,
  deletePost,
  type Post,
  updatePost as updateRoute,
  userPosts,
} from '@likewell/contracts/gateway/posts';
import type { RouteRequest } from '@likewell/contracts/gateway/define-route';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { errorText, isNotFound, isPassing } from '../../shared/api/api-error';
import { call, readBody, respond, serverTime } from '../../shared/api/client';
import { useSingleMutation } from '../../shared/api/use-single-mutation';
import { profilesKey } from '../../shared/members/profile.api';
import { addOwnPost, removePost, updatePost } from '../../shared/posts/change-posts';
import { dropPrompt } from '../../shared/posts/kept-prompt';
import { fetchPost } from '../../shared/posts/post.api';
import { postKeys } from '../../shared/posts/post-cache';
import { requireMember } from '../../shared/session/require-member';
import { getSession } from '../../shared/session/session-store';
import { type Draft, dropDraft, isSameText, readDraft } from './draft';
import { markSubmitted } from './submitted-posts';
import { dropUnansweredSince, readUnansweredSince, saveUnansweredSince } from './unanswered-post';

type PostBody = RouteRequest<typeof createPost, 'body'>;
/**
 * The body of a new or changed text. Every key is required, since a key that is left out would
 * be removed from the post.
 */
type PostText = { [Key in keyof Required<PostBody>]: PostBody[Key] };

/**
 * Creates a post. The post is put on top of the author's list, where its review is watched, and its draft and
 * the words for an AI draft are deleted, even when the page shows something else by then. After an attempt
 * without a response, even one before a reload, the author's list is read first, since the post may be there.
 * A mutation that is still running when its page is opened again is continued here.
 */
export function useCreatePost(draftName: string) {
  const client = useQueryClient();
  const mutationKey = ['create-post', draftName];
  const before = useUnderWay(mutationKey);
  const own = useSingleMutation({
    mutationKey,
    mutationFn: async (body: PostText) => {
      const memberId = getSession().user?.id;
      const since = readUnansweredSince(draftName);
      const known = since === null ? undefined : await findOwn(body, since);
      if (known) return known;
      requireMember(memberId);
      // Stored before the post is sent, since the page may be closed before a response comes.
      saveUnansweredSince(draftName, since ?? Date.now());
      try {
        return await call(createPost, { body });
      } catch (error) {
        // The rejection of this attempt says nothing about an earlier one.
        if (since === null && !isPassing(error)) dropUnansweredSince(draftName);
        throw error;
      }
    },
    onSuccess: (post: Post, body) => {
      // Another tab may have stored other words since.
      if (isSameText(readDraft(draftName) ?? body, body)) dropDraft(draftName);
      dropPrompt(draftName);
      dropUnansweredSince(draftName);
      markSubmitted(post.id);
      client.setQueryData(postKeys.post(post.id, post.author.id), post);
      addOwnPost(client, post);
    },
  });
  const { status, error } = own.isIdle && before ? before : own;
  return { isPending: status === 'pending', isSuccess: status === 'success', error, mutate: own.mutate };
}

/**
 * Returns the state of the mutation with this key that was running when the page was opened,
 * until its end and after it.
 */
function useUnderWay(mutationKey: string[]) {
  const cache = useQueryClient().getMutationCache();
  const [mutation] = useState(() => cache.find({ mutationKey, status: 'pending' }));
  return useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => mutation?.state,
  );
}

/** Allowed difference between the clocks of the servers. */
const CLOCK_SKEW_MS = 5 * 60_000;

/**
 * Returns the member's own post of this text, as the server stores it, written since `sinceMs`, a time of
 * the page. @throws ApiError when that cannot be found out
 */
async function findOwn({ title, body }: PostText, sinceMs: number): Promise<Post | undefined> {
  const username = getSession().user?.username ?? '';
  const response = await respond(userPosts, { params: { username }, query: { cursor: null } });
  const { items } = await readBody<typeof userPosts>(response);
  const since = serverTime(response) - (Date.now() - sinceMs);
  const stored = { title: normaliseLine(title), body: normaliseText(body) };
  return items.find(
    (post) =>
      post.title === stored.title &&
      post.body === stored.body &&
      Date.parse(post.created_at) > since - CLOCK_SKEW_MS,
  );
}

/** Returns a function that reads the text of an own post again, and puts it wherever the page shows the post. */
export function useReadText(id: number): () => Promise<Draft> {
  const client = useQueryClient();
  return async () => {
    const post = await fetchPost(id);
    updatePost(client, post);
    return { title: post.title, body: post.body };
  };
}

/** Submits a new text for an own post, which is then under review again. */
export function useUpdatePost(id: number) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: (body: PostText) => call(updateRoute, { params: { id: String(id) }, body }),
    onSuccess: (post: Post) => {
      markSubmitted(post.id);
      updatePost(client, post);
    },
  });
}

/**
 * Deletes an own post, or finds it already deleted, and removes it from every list and from the number on its
 * author's page; `onDeleted` is called before that. A rejection is an alert (spec, section 8). All this follows
 * also when the dialog was closed before the response.
 */
export function useDeletePost(id: number, onDeleted: () => void) {
  const client = useQueryClient();
  return useSingleMutation({
    mutationFn: async () => {
      try {
        await call(deletePost, { params: { id: String(id) } });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    },
    onSuccess: () => {
      onDeleted();
      removePost(client, id);
      void client.invalidateQueries({ queryKey: profilesKey });
    },
    onError: (error) => window.alert(errorText(error, 'Failed to delete')),
  });
}
