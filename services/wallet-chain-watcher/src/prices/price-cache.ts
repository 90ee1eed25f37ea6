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

/** As long as this the last price stands in for one that cannot be learnt. */
const PRICE_STANDS_MS = 600_000;
/** Within this time a replica asks neither Redis nor Postgres twice. */
const HELD_MS = 1000;

const cached = z.object({ at: z.coerce.date(), usd: usdPrice });

/** The last price: in Redis for the fast path, in Postgres for the truth. */
@Injectable()
export class PriceCache {
  /** One entry; that there is no price is held too. */
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

  /** The last price, if it still stands. @throws AppError UNAVAILABLE with both Redis and Postgres away */
  async read(): Promise<Sample | null> {
    const { price } = await this.last.forceFetch('last');
    return price && standsFor(price) > 0 ? price : null;
  }

  /** Remembers a price as long as it stands. Without Redis: nothing. */
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

  /** What Redis holds; null for nothing, for no response, and for anything that is no price. */
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
