import {
  createPost,
  deletePost,
  type Post,
  updatePost as updateRoute,
} from '@likewell/contracts/gateway/posts';
import type { RouteRequest } from '@likewell/contracts/gateway/define-route';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/client';
import { addOwnPost, postKeys, removePost, updatePost } from '../../shared/posts/post-cache';
import { markSubmitted } from './submitted-posts';

type PostBody = RouteRequest<typeof createPost, 'body'>;
/** What an author sends, each key named: one that a new text leaves out would be taken away from the post. */
type PostText = { [Key in keyof Required<PostBody>]: PostBody[Key] };

/** Writes a post; it goes on top of the author's list, where its review is watched. */
export function useCreatePost() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PostText) => call(createPost, { body }),
    onSuccess: (post: Post) => {
      markSubmitted(post.id);
      client.setQueryData(postKeys.post(post.id, post.author.id), post);
      addOwnPost(client, post);
    },
  });
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

/** Deletes an own post and takes it off every list. */
export function useDeletePost(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(deletePost, { params: { id: String(id) } }),
    onSuccess: () => removePost(client, id),
  });
}
