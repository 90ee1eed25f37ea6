import { expectWithin } from './judge.js';
import type { ServiceName, World } from '../world.js';

const DAY_MS = 86_400_000;
/** Longer than any outbox or inbox keeps a row. */
const AWAY_MS = 45 * DAY_MS;
const ROWS = 25_000;
/** Time limit for deleting expired rows, however many there are. */
const CLEAN_WITHIN_MS = 5 * 60_000;

/** Lets many rows expire at once, as after a busy day, and checks that soon none of them is left. */
export async function expectCleanTables(world: World): Promise<void> {
  const services: readonly ServiceName[] = ['ledger', 'neighbours'];
  for (const service of services) {
    await world.look(
      service,
      `INSERT INTO outbox (id, subject, envelope, published_at)
       SELECT md5('outbox' || place)::uuid, 'event.simulation.past', '{}', now() FROM generate_series(1, ${ROWS}) AS place`,
    );
    await world.look(
      service,
      `INSERT INTO inbox (consumer, event_id)
       SELECT 'simulation', md5('inbox' || place)::uuid FROM generate_series(1, ${ROWS}) AS place`,
    );
  }
  world.trace.add(world.scheduler.nowMs, 'leap', '45 days');
  world.scheduler.leap(AWAY_MS);
  await expectWithin(world, CLEAN_WITHIN_MS, 'old rows are not cleaned up', async () => {
    const left = [];
    for (const service of services) {
      const [old] = await world.look<{ outbox: number; inbox: number }>(
        service,
        `SELECT (SELECT count(*)::integer FROM outbox WHERE created_at < now() - interval '32 days') AS outbox,
           (SELECT count(*)::integer FROM inbox WHERE handled_at < now() - interval '42 days') AS inbox`,
      );
      if (old && old.outbox + old.inbox > 0)
        left.push(`${service}: ${old.outbox} of the outbox, ${old.inbox} of the inbox`);
    }
    return left;
  });
}
