import type { Database } from '@likewell/service-kit/database/database';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import type { WatcherConfig } from '../config.js';
import type { PriceCache } from './price-cache.js';
import type { PriceSource } from './price-source.js';
import { PricesJobs } from './prices.jobs.js';

it.each(['samplePrice', 'fillHistory'] as const)(
  'the log says why a source was not reached: %s',
  async (job) => {
    let line = '';
    const logger = createLogger('test', 'info', { write: (text) => void (line = text) });
    const cause = new Error('certificate has expired');
    const fetchNothing = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const source = { hasPrice: true, hasHistory: true, fetchPrice: fetchNothing, fetchHistory: fetchNothing };
    const database = { transaction: () => Promise.resolve(true) };
    const jobs = new PricesJobs(
      database as unknown as Database,
      source as unknown as PriceSource,
      {} as PriceCache,
      {} as WatcherConfig,
      logger,
    );
    await jobs[job]();
    expect(line).toContain('certificate has expired');
  },
);
