import { CreateGiveaways1763910000000 } from './1763910000000-create-giveaways.js';

/** In the order in which they run. */
export const migrations = [CreateGiveaways1763910000000];
