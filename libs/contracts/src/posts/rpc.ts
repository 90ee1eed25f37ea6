import { z } from 'zod';
import { authErrors } from '../auth/errors.js';
import { commonErrors } from '../kernel/common-errors.js';
import { defineRpc } from '../kernel/define-rpc.js';
import { id, memberId } from '../kernel/ids.js';
import { cursor } from '../kernel/page.js';
import { postErrors } from './errors.js';
import { bestRange, post, postPage } from './post.js';
import { postBody, postTitle } from './text.js';

const viewer = memberId.nullable();
const listErrors = [commonErrors.INVALID_CURSOR];

/** Writes a post. It starts pending; the automatic check decides within a second. */
export const createPost = defineRpc({
  subject: 'rpc.posts.create-post',
  input: z.object({ authorId: memberId, title: postTitle, body: postBody }),
  output: post,
  errors: [authErrors.MEMBER_NOT_FOUND],
});

/** Proposes a new text for an own post; the published one stays public while it waits. */
export const editPost = defineRpc({
  subject: 'rpc.posts.edit-post',
  input: z.object({ postId: id, authorId: memberId, title: postTitle, body: postBody }),
  output: post,
  errors: [postErrors.POST_NOT_FOUND, postErrors.NOT_YOUR_POST],
});

/** Deletes an own post for good; its tips stay in the ledger. */
export const deletePost = defineRpc({
  subject: 'rpc.posts.delete-post',
  input: z.object({ postId: id, authorId: memberId }),
  output: z.object({}),
  errors: [postErrors.POST_NOT_FOUND, postErrors.NOT_YOUR_POST],
});

/** One post as `viewerId` may see it. */
export const getPost = defineRpc({
  subject: 'rpc.posts.get-post',
  input: z.object({ postId: id, viewerId: viewer }),
  output: post,
  errors: [postErrors.POST_NOT_FOUND],
});

/** Published posts by tips received, most first. */
export const listBest = defineRpc({
  subject: 'rpc.posts.list-best',
  input: z.object({ range: bestRange, cursor: cursor.nullable() }),
  output: postPage,
  errors: listErrors,
});

/** Published posts, newest first. */
export const listNew = defineRpc({
  subject: 'rpc.posts.list-new',
  input: z.object({ cursor: cursor.nullable() }),
  output: postPage,
  errors: listErrors,
});

/** A member's posts, newest first; her own unpublished ones only to herself. */
export const listMemberPosts = defineRpc({
  subject: 'rpc.posts.list-member-posts',
  input: z.object({ username: z.string().max(100), viewerId: viewer, cursor: cursor.nullable() }),
  output: postPage,
  errors: [...listErrors, authErrors.MEMBER_NOT_FOUND],
});

/** Whose post it is and whether it may be tipped; `version` orders it among the events of the post. */
export const getTipTarget = defineRpc({
  subject: 'rpc.posts.get-tip-target',
  input: z.object({ postId: id }),
  output: z.object({
    target: z.object({ authorId: memberId, open: z.boolean(), version: z.int().positive() }).nullable(),
  }),
  timeoutMs: 1500,
});
