import { usdPrice } from '@likewell/contracts/wallet-chain-watcher/price';
import { CONFIG } from '@likewell/service-kit/config/config';
import { REDIS } from '@likewell/service-kit/redis/connect-redis';
import { Database } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { WatcherConfig } from '../config.js';
import type { Sample } from './price-steps.js';
import { findLastSample } from './price-samples.queries.js';

/** How long the last price is valid while no newer one can be fetched. */
const PRICE_STANDS_MS = 600_000;
/** How long a replica serves the price from memory before it asks Redis or Postgres again. */
const HELD_MS = 1000;

const cached = z.object({ at: z.coerce.date(), usd: usdPrice });

/** The last price: cached in Redis, stored in Postgres. */
@Injectable()
export class PriceCache {
  /** A single entry; the absence of a price is cached too. */
  private readonly last = new LRUCache<'last', { price: Sample | null }>({
    max: 1,
    ttl: HELD_MS,
    fetchMethod: async () => ({ price: await this.find() }),
  });

  constructor(
    private readonly database: Database,
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: WatcherConfig,
  ) {}

  /**
   * Returns the last price; null when it is too old. @throws AppError UNAVAILABLE when neither Redis nor
   * Postgres responds
   */
  async read(): Promise<Sample | null> {
    const { price } = await this.last.forceFetch('last');
    return price && standsFor(price) > 0 ? price : null;
  }

  /** Caches a price for as long as it is valid. Does nothing when Redis is unavailable. */
  async remember(price: Sample): Promise<void> {
    const ms = standsFor(price);
    if (ms > 0) await this.redis.set(this.key, JSON.stringify(price), 'PX', ms).catch(() => undefined);
  }

  private async find(): Promise<Sample | null> {
    const found = await this.readRedis();
    if (found) return found;
    const price = await findLastSample(this.database.read, this.config.LIKE_MINT, PRICE_STANDS_MS);
    if (price) await this.remember(price);
    return price;
  }

  /** Returns the price in Redis; null when there is none, no response, or no valid price. */
  private async readRedis(): Promise<Sample | null> {
    try {
      return cached.parse(JSON.parse((await this.redis.get(this.key)) ?? ''));
    } catch {
      return null;
    }
  }

  private get key(): string {
    return `price:${this.config.LIKE_MINT}`;
  }
}

const standsFor = ({ at }: Sample): number =>
  Math.min(PRICE_STANDS_MS, at.getTime() + PRICE_STANDS_MS - Date.now());
