import type { Database } from '@likewell/service-kit/database/database';
import type { GiveawayConfig } from '../config.js';
import { EntriesService } from '../entries/entries.service.js';
import { Clock } from '../giveaways/clock.js';
import { GiveawaysService } from '../giveaways/giveaways.service.js';

/** The services that operator commands use. */
export interface OperatorServices {
  readonly database: Database;
  readonly config: GiveawayConfig;
  readonly clock: Clock;
  readonly giveaways: GiveawaysService;
  readonly entries: EntriesService;
}

/** Creates the service's own use cases on a command's database connection. */
export function operatorServices(database: Database, config: GiveawayConfig): OperatorServices {
  const clock = new Clock();
  const giveaways = new GiveawaysService(database, clock);
  const entries = new EntriesService(database, giveaways, clock, config);
  return { database, config, clock, giveaways, entries };
}
