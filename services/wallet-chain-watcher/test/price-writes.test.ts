import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { PriceStandIn } from '@likewell/stand-in-prices/price-stand-in';
import { openTestDatabase } from '@likewell/testing/test-database';
import { createTestSchema } from '@likewell/testing/test-schema';
import type { PriceCache } from '../src/prices/price-cache.js';
import { deleteOldSamples } from '../src/prices/price-samples.queries.js';
import { PriceSource } from '../src/prices/price-source.js';
import { PricesJobs } from '../src/prices/prices.jobs.js';
import { watcherSchema } from '../src/schema.js';
import { configFor, MINT } from './price-under-test.js';

it('the jobs of prices write where writes have their places, not among the reads', async () => {
  const schema = await createTestSchema('wallet-chain-watcher', watcherSchema);
  const outside = new PriceStandIn();
  await outside.listen(0);
  const logger = createLogger('test', 'silent');
  const database = await openTestDatabase(schema.url, 2);
  const config = configFor(outside, 10_000);
  const source = new PriceSource(config, new Metrics('test'));
  const cache = { remember: () => Promise.resolve() } as Partial<PriceCache> as PriceCache;
  const jobs = new PricesJobs(database, source, cache, config, logger);
  const read = vi.spyOn(database.read, 'query');
  try {
    await schema.owner.query(
      `INSERT INTO price_sample (mint, step_s, slot, at, usd) VALUES ($1, 60, '2020-01-01', '2020-01-01', 1)`,
      [MINT],
    );
    await jobs.samplePrice();
    await jobs.fillHistory();
    await database.transaction(deleteOldSamples);
    const { rows } = await schema.owner.query(
      `SELECT (SELECT count(DISTINCT step_s)::int FROM price_sample WHERE at < now() - interval '1 hour') AS filled,
         (SELECT count(*)::int FROM price_sample WHERE at = '2020-01-01') AS old,
         (SELECT max(due_at) > now() + interval '23 hours' FROM price_round) AS "isPutOff"`,
    );
    expect(rows).toEqual([{ filled: 3, old: 0, isPutOff: true }]);
    expect(read).not.toHaveBeenCalled();
  } finally {
    source.onApplicationShutdown();
    await database.dataSource.destroy();
    await Promise.all([schema.drop(), outside.close()]);
  }
});
