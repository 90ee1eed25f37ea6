import { z } from 'zod';
import { likeAmount } from '../core/money-schema.js';
import { pageOf } from '../core/page.js';
import { bestRange, reviewStatus } from '../posts/post.js';
import * as posts from '../posts/rpc.js';
import { postBody, postTitle } from '../posts/text.js';
import { createTip } from '../tipping-ledger/rpc.js';
import { cursorQuery } from './cursor-query.js';
import { defineRoute } from './define-route.js';
import { gatewayErrors } from './errors.js';
import { idParam } from './id-param.js';
import { author, balance, nanoText } from './user.js';

/** A post (spec, section 3); `likes_sum` is floored to 6 decimals, `likesSumNano` is exact. */
export const post = z.object({
  id: z.int(),
  title: z.string(),
  body: z.string(),
  created_at: z.string(),
  author,
  likes_sum: z.number(),
  likesSumNano: nanoText,
  review_status: reviewStatus,
  is_public: z
    .boolean()
    .optional()
    .describe('False while only the author, and moderators, may read the post; absent means true'),
  drafted_with_ai: z.boolean().describe('The text began as a draft of `POST /api/ai/generate-post`'),
});
export type Post = z.output<typeof post>;

/** A page of any feed (spec, section 3). */
export const feedPage = pageOf(post);
export type FeedPage = z.output<typeof feedPage>;

const postParams = z.object({ id: idParam('This is no post number.') });
const text = z.object(
  {
    title: postTitle,
    body: postBody,
    draft_id: z
      .guid('This is no number of a draft.')
      .toLowerCase()
      .nullish()
      .describe('The draft of `POST /api/ai/generate-post` that the text began with, if any'),
  },
  'Both title and body are required.',
);

export const bestPosts = defineRoute({
  method: 'GET',
  path: '/api/posts/best',
  summary: 'Posts by LIKE received',
  access: 'public',
  limit: 'read',
  query: z.object({ range: bestRange.default('all'), cursor: cursorQuery }),
  cacheable: true,
  response: feedPage,
  errors: posts.listBest.errors,
});

export const newPosts = defineRoute({
  method: 'GET',
  path: '/api/posts/new',
  summary: 'Posts, newest first',
  access: 'public',
  limit: 'read',
  query: z.object({ cursor: cursorQuery }),
  cacheable: true,
  response: feedPage,
  errors: posts.listNew.errors,
});

export const userPosts = defineRoute({
  method: 'GET',
  path: '/api/users/:username/posts',
  summary: "A member's posts, newest first; the own pending ones too",
  access: 'optional',
  limit: 'read',
  params: z.object({ username: z.string().max(100) }),
  query: z.object({ cursor: cursorQuery }),
  cacheable: true,
  response: feedPage,
  errors: posts.listMemberPosts.errors,
});

export const onePost = defineRoute({
  method: 'GET',
  path: '/api/posts/:id',
  summary: 'One post; its author and moderators see it before it is published',
  access: 'optional',
  limit: 'read',
  params: postParams,
  cacheable: true,
  response: post,
  errors: posts.getPost.errors,
});

export const createPost = defineRoute({
  method: 'POST',
  path: '/api/posts',
  summary: 'Writes a post, which starts pending',
  access: 'member',
  limit: 'write',
  body: text,
  response: post,
  status: 201,
  errors: posts.createPost.errors,
});

export const updatePost = defineRoute({
  method: 'PUT',
  path: '/api/posts/:id',
  summary: 'Proposes a new text for an own post',
  access: 'member',
  limit: 'write',
  params: postParams,
  body: text,
  response: post,
  errors: posts.editPost.errors,
});

export const deletePost = defineRoute({
  method: 'DELETE',
  path: '/api/posts/:id',
  summary: 'Deletes an own post',
  access: 'member',
  limit: 'write',
  params: postParams,
  response: z.object({}),
  errors: posts.deletePost.errors,
});

export const likePost = defineRoute({
  method: 'POST',
  path: '/api/posts/:id/like',
  summary: 'Tips a post',
  access: 'member',
  limit: 'tip',
  params: postParams,
  body: z.object({ amount: likeAmount }, 'Invalid amount'),
  response: z.object({
    id: z.int(),
    ...balance,
    likes_sum: z.number(),
    likesSumNano: nanoText,
  }),
  idempotent: true,
  errors: [...createTip.errors, gatewayErrors.CONFIRMATION_NEEDED],
});
