import { CreateMembers1763700100000 } from './1763700100000-create-members.js';

/** In the order in which they run. */
export const migrations = [CreateMembers1763700100000];
