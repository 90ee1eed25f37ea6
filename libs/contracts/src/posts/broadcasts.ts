import { z } from 'zod';
import { defineBroadcast } from '../core/define-broadcast.js';

/**
 * An author has withdrawn a post: what a cache has of posts is out of date. Said before the author has their response; a
 * cache that does not hear it keeps nothing for more than a second.
 */
export const postsWithdrawn = defineBroadcast({
  subject: 'broadcast.posts.posts-withdrawn',
  listeners: ['gateway'],
  data: z.object({}),
});
