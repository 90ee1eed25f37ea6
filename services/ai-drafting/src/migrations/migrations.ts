import { CreateDrafts1763920000000 } from './1763920000000-create-drafts.js';

/** In the order in which they run. */
export const migrations = [CreateDrafts1763920000000];
