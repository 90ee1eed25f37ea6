import { priceRange, type PriceRange } from '@likewell/contracts/wallet-chain-watcher/price';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Database } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { WatcherConfig } from '../config.js';
import { PriceCache } from './price-cache.js';
import { findFirstSample, listSamples } from './price-samples.queries.js';
import { seriesOf, type Sample } from './price-steps.js';

/** However many look at the chart, a replica asks Postgres once a second for each range. */
const HELD_MS = 1000;

/** What LIKE costs, and did, in US dollars: for people to look at, and never part of a balance. */
@Injectable()
export class PricesService {
  private readonly lists = new LRUCache<PriceRange, Sample[]>({
    max: priceRange.options.length,
    ttl: HELD_MS,
    fetchMethod: (range) => this.find(range),
  });

  constructor(
    private readonly database: Database,
    private readonly cache: PriceCache,
    @Inject(CONFIG) private readonly config: WatcherConfig,
  ) {}

  /** The last price, if it still stands. @throws AppError UNAVAILABLE with both Redis and Postgres away */
  last(): Promise<Sample | null> {
    return this.cache.read();
  }

  /** What a chart of this range is drawn of, oldest first. */
  list(range: PriceRange): Promise<Sample[]> {
    return this.lists.forceFetch(range);
  }

  private async find(range: PriceRange): Promise<Sample[]> {
    const { read } = this.database;
    const first = await findFirstSample(read, this.config.LIKE_MINT);
    if (first === null) return [];
    return listSamples(read, this.config.LIKE_MINT, seriesOf(range, first, new Date()));
  }
}
