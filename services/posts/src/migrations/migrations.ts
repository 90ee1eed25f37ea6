import { CreatePosts1763700100000 } from './1763700100000-create-posts.js';
import { CreateFollows1763702000000 } from './1763702000000-create-follows.js';
import { ModerateRevisions1763910000000 } from './1763910000000-moderate-revisions.js';
import { RememberDrafts1763920000000 } from './1763920000000-remember-drafts.js';

/** In the order in which they run. */
export const migrations = [
  CreatePosts1763700100000,
  CreateFollows1763702000000,
  ModerateRevisions1763910000000,
  RememberDrafts1763920000000,
];
