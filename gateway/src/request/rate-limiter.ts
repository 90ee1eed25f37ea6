import type { RouteLimit } from '@likewell/contracts/gateway/define-route';
import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { CONFIG } from '@likewell/service-kit/config/config';
import { REDIS } from '@likewell/service-kit/redis/connect-redis';
import { Inject, Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { GatewayConfig, Limit } from '../config.js';
import { inOneTurn } from './in-one-turn.js';
import { networksOf } from './networks.js';
import { slide, SLIDE_IN_REDIS, takeBack, type WindowCount } from './sliding-window.js';

/** What is limited: the routes, proofs taken whole, and tokens that are no session's. */
type LimitName = RouteLimit | 'proof' | 'session';

/** Where the configuration has a limit. */
const variableOf = (name: LimitName) => `LIMIT_${name.toUpperCase()}` as `LIMIT_${Uppercase<LimitName>}`;

declare module 'ioredis' {
  interface RedisCommander {
    /** How many keys, the keys, then points and windowMs of each; answers the wait of each. */
    slideWindows(...keysAndLimits: (string | number)[]): Promise<number[]>;
  }
}

interface Use {
  readonly key: string;
  readonly limit: Limit;
}

const MAX_LOCAL_KEYS = 50_000;

/**
 * Holds each member, or each network of an address without one, to the route's limit. The count is shared in Redis;
 * while Redis is away each gateway holds to its share of the limit by itself.
 */
@Injectable()
export class RateLimiter {
  private readonly replicas: number;
  private readonly shared: DataLoader<Use, number>;
  private readonly local = new LRUCache<string, WindowCount>({ max: MAX_LOCAL_KEYS });

  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {
    // Sent as a hash from the second time on.
    redis.defineCommand('slideWindows', { lua: SLIDE_IN_REDIS });
    this.shared = new DataLoader(
      (uses) =>
        redis.slideWindows(
          uses.length,
          ...uses.map(({ key }) => key),
          ...uses.flatMap(({ limit }) => [limit.points, limit.windowMs]),
        ),
      inOneTurn,
    );
    this.replicas = config.GATEWAY_REPLICAS;
  }

  /**
   * Counts one use by a member, or for a key of the limit's own.
   * @throws AppError RATE_LIMITED with `retryAfterSeconds` among its details
   */
  take(name: LimitName, who: number | string): Promise<void> {
    return this.takeAll([{ key: `limit:${name}:${who}`, limit: this.config[variableOf(name)] }]);
  }

  /** Counts one use by an address, for each of its networks. @throws AppError as {@link take} */
  takeFrom(name: LimitName, address: string): Promise<void> {
    return this.takeAll(this.usesOf(name, address));
  }

  /**
   * Counts one use by an address at once, without Redis: each gateway holds to its share of the limit.
   * @returns what takes the use back
   * @throws AppError as {@link take}
   */
  takeHere(name: LimitName, address: string): () => void {
    const now = Date.now();
    const uses = this.usesOf(name, address).map((use) => ({ ...use, waitMs: this.here(use, now) }));
    const counted = uses.filter(({ waitMs }) => waitMs === 0);
    const giveBack = () => {
      for (const { key, limit } of counted) takeBack(this.countOf(key), limit, now);
    };
    if (counted.length === uses.length) return giveBack;
    giveBack();
    throw rateLimited(Math.max(...uses.map(({ waitMs }) => waitMs)));
  }

  private usesOf(name: LimitName, address: string): Use[] {
    const { points, windowMs } = this.config[variableOf(name)];
    return networksOf(address).map((network) => ({
      key: `limit:${name}:${network.name}`,
      limit: { points: points * network.factor, windowMs },
    }));
  }

  private async takeAll(uses: readonly Use[]): Promise<void> {
    const waitMs = Math.max(...(await Promise.all(uses.map((use) => this.countOne(use)))));
    if (waitMs > 0) throw rateLimited(waitMs);
  }

  private async countOne(use: Use): Promise<number> {
    try {
      return await this.shared.load(use);
    } catch {
      return this.here(use);
    }
  }

  private here({ key, limit: { points, windowMs } }: Use, now = Date.now()): number {
    const share = { points: Math.max(1, Math.floor(points / this.replicas)), windowMs };
    return slide(this.countOf(key), share, now);
  }

  private countOf(key: string): WindowCount {
    const count = this.local.get(key) ?? { window: -1, current: 0, previous: 0 };
    this.local.set(key, count);
    return count;
  }
}

const rateLimited = (waitMs: number) =>
  new AppError(commonErrors.RATE_LIMITED, { details: { retryAfterSeconds: Math.ceil(waitMs / 1000) } });
