import { Postponement } from './draws/postponement.entity.js';
import { Winner } from './draws/winner.entity.js';
import { Entry } from './entries/entry.entity.js';
import { Giveaway } from './giveaways/giveaway.entity.js';

/** All tables of giveaway, for a command that runs without the service's modules. */
export const entities = [Giveaway, Entry, Winner, Postponement];
