import type { Database } from '@likewell/service-kit/database/database';
import type { Clock } from '../storage/clock.js';
import { countEntries } from '../storage/entries.js';
import { findGiveaways } from '../storage/giveaways.js';

/** The giveaways as lines: id, state, end, entries, title. */
export async function listGiveaways({ read }: Database, clock: Clock): Promise<string> {
  const giveaways = await findGiveaways(read, await clock.now(read));
  if (giveaways.length === 0) return 'There is no giveaway yet: make giveaway do=create title=…';
  const counts = await countEntries(
    read,
    giveaways.map(({ id }) => id),
  );
  return giveaways
    .map(({ id, status, endDate, title }) => {
      const entries = `${counts.get(id) ?? 0} entries`;
      return [String(id).padStart(5), status.padEnd(9), endDate, entries.padStart(14), ` ${title}`].join(
        '  ',
      );
    })
    .join('\n');
}
