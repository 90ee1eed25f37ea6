import { priceRange, type PriceRange } from '@likewell/contracts/wallet-chain-watcher/price';
import { CONFIG } from '@likewell/service-kit/config/config';
import { Database } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { WatcherConfig } from '../config.js';
import { PriceCache } from './price-cache.js';
import { findFirstSample, listSamples } from './price-samples.queries.js';
import { seriesOf, type Sample } from './price-steps.js';

/** A replica asks Postgres once a second for each range, however many people look at the chart. */
const HELD_MS = 1000;

/** The price of LIKE in US dollars, now and in the past: for display only, never part of a balance. */
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

  /**
   * Returns the last price; null when it is too old. @throws AppError UNAVAILABLE when neither Redis nor
   * Postgres responds
   */
  last(): Promise<Sample | null> {
    return this.cache.read();
  }

  /** Returns the points of a chart of this range, oldest first. */
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
