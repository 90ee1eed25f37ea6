import { z } from 'zod';
import { defineBroadcast } from '../core/define-broadcast.js';

/**
 * An author has withdrawn a public post, so cached posts are outdated. Sent before the author gets their response; a
 * cache that cannot receive it keeps nothing for more than a second.
 */
export const postsWithdrawn = defineBroadcast({
  subject: 'broadcast.posts.posts-withdrawn',
  listeners: ['gateway'],
  data: z.object({}),
});
