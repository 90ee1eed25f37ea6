import { z } from 'zod';
import * as posts from '../posts/rpc.js';
import { cursorQuery } from './cursor-query.js';
import { defineRoute } from './define-route.js';
import { feedPage } from './posts.js';

const params = z.object({ username: z.string().max(100) });
const subscription = z.object({ subscribed: z.boolean() });

export const subscribed = defineRoute({
  method: 'GET',
  path: '/api/posts/users/:username/subscribed',
  summary: 'Whether the member follows an author',
  access: 'member',
  limit: 'read',
  params,
  response: subscription,
  errors: posts.isFollowing.errors,
});

export const subscribe = defineRoute({
  method: 'POST',
  path: '/api/posts/users/:username/subscribe',
  summary: 'Follows an author; no body',
  access: 'member',
  limit: 'write',
  params,
  response: subscription,
  errors: posts.followAuthor.errors,
});

export const unsubscribe = defineRoute({
  method: 'POST',
  path: '/api/posts/users/:username/unsubscribe',
  summary: 'Stops following an author; no body',
  access: 'member',
  limit: 'write',
  params,
  response: subscription,
  errors: posts.unfollowAuthor.errors,
});

export const followingPosts = defineRoute({
  method: 'GET',
  path: '/api/posts/following/posts',
  summary: 'Posts of the authors whom the member follows, newest first',
  access: 'member',
  limit: 'read',
  query: z.object({ cursor: cursorQuery }),
  response: feedPage,
  errors: posts.listFollowing.errors,
});
