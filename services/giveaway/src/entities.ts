import { PostponementEntity, WinnerEntity } from './draws/draws.entity.js';
import { EntryEntity } from './entries/entry.entity.js';
import { GiveawayEntity } from './giveaways/giveaway.entity.js';

/** All tables of giveaway, for a command that runs without the service's modules. */
export const entities = [GiveawayEntity, EntryEntity, WinnerEntity, PostponementEntity];
