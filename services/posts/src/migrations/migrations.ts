import { CreatePosts1763700100000 } from './1763700100000-create-posts.js';

/** In the order in which they run. */
export const migrations = [CreatePosts1763700100000];
