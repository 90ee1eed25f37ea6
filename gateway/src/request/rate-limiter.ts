import { rateLimited } from '@likewell/contracts/core/rate-limited';
import { CONFIG } from '@likewell/service-kit/config/config';
import { REDIS } from '@likewell/service-kit/redis/connect-redis';
import { Inject, Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { GatewayConfig, Limit } from '../config.js';
import { shareOf } from '../share-of.js';
import type { LimitName, LimitVariable } from '../limits.js';
import { inOneTurn } from './in-one-turn.js';
import { networksOf } from './networks.js';
import { slide, SLIDE_IN_REDIS, takeBack, TAKE_BACK_IN_REDIS, type WindowCount } from './sliding-window.js';

const variableOf = (name: LimitName) => `LIMIT_${name.toUpperCase()}` as LimitVariable;

declare module 'ioredis' {
  interface RedisCommander {
    /** How many keys, the keys, then what `SLIDE_IN_REDIS` takes of each; answers the wait of each. */
    slideWindows(...keysAndLimits: (string | number)[]): Promise<number[]>;
    /** How many keys, the keys, then what `TAKE_BACK_IN_REDIS` takes of each. */
    takeBackUses(...keysAndTimes: (string | number)[]): Promise<null>;
  }
}

interface Use {
  readonly key: string;
  readonly limit: Limit;
}

/** A use that Redis, or this gateway alone, counted unless there was something to wait for. */
interface CountedUse extends Use {
  readonly waitMs: number;
  readonly inRedis: boolean;
}

/** Takes back a use that was counted. */
export type TakeBack = () => Promise<void>;

const MAX_LOCAL_KEYS = 50_000;
const TOLD_AFTER_MS = 250;
/** Redis does nothing else while it counts. */
const TOLD_AT_ONCE = 1000;

/**
 * Holds each member, or each network of an address without one, to the route's limit. The count is shared in Redis;
 * while Redis is away each gateway holds to its share of the limit by itself.
 */
@Injectable()
export class RateLimiter {
  private readonly replicas: number;
  private readonly shared: DataLoader<Use, number>;
  private readonly local = new LRUCache<string, WindowCount>({ max: MAX_LOCAL_KEYS });
  /** Uses of which Redis has not been told yet. */
  private readonly untold = new Map<string, { limit: Limit; times: number }>();
  /** Uses that Redis has been asked about and has not told of yet. */
  private readonly pending = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {
    // Sent as a hash from the second time on.
    redis.defineCommand('slideWindows', { lua: SLIDE_IN_REDIS });
    redis.defineCommand('takeBackUses', { lua: TAKE_BACK_IN_REDIS });
    this.shared = new DataLoader(
      (uses) => this.countInRedis(uses.map((use) => ({ ...use, made: this.takeUntold(use.key), wanted: 1 }))),
      inOneTurn,
    );
    this.replicas = config.GATEWAY_REPLICAS * config.GATEWAY_WORKERS;
  }

  /**
   * Counts one use by a member, or for a key of the limit's own.
   * @returns what takes the use back
   * @throws AppError RATE_LIMITED with `retryAfterSeconds` among its details
   */
  take(name: LimitName, who: number | string): Promise<TakeBack> {
    return this.takeAll([{ key: `limit:${name}:${who}`, limit: this.config[variableOf(name)] }]);
  }

  /** {@link take} for an address: counts one use for each of its networks. */
  takeFrom(name: LimitName, address: string): Promise<TakeBack> {
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

  /**
   * Counts one use by an address without waiting: for what costs next to nothing. Redis is told of it a moment later, so
   * the gateways together may let pass a little more than the limit.
   * @returns false where there may be no room for it; then {@link takeFrom} is to be asked
   */
  takeUnawaited(name: LimitName, address: string): boolean {
    if (this.untold.size >= MAX_LOCAL_KEYS) return false;
    const now = Date.now();
    const uses = this.usesOf(name, address);
    const rejected = uses.findIndex(({ key, limit: { points, windowMs } }) => {
      const room = points - (this.pending.get(key) ?? 0);
      return slide(this.countOf(key), { points: room, windowMs }, now) > 0;
    });
    if (rejected >= 0) {
      for (const { key, limit } of uses.slice(0, rejected)) takeBack(this.countOf(key), limit, now);
      return false;
    }
    for (const { key, limit } of uses) {
      const { times } = this.untold.get(key) ?? { times: 0 };
      this.untold.set(key, { limit, times: times + 1 });
    }
    this.timer ??= setTimeout(() => void this.tell(), TOLD_AFTER_MS).unref();
    return true;
  }

  /** Tells Redis of uses that nobody waited for, and learns where there is no more room. */
  private async tell(): Promise<void> {
    const uses = [...this.untold].slice(0, TOLD_AT_ONCE).map(([key, { limit }]) => ({ key, limit }));
    this.timer = null;
    if (this.untold.size > uses.length)
      this.timer = setTimeout(() => void this.tell(), TOLD_AFTER_MS).unref();
    const told = uses.map((use) => ({ ...use, made: this.takeUntold(use.key), wanted: 0 as const }));
    // While Redis is away each gateway holds to what it counts itself.
    const waits = await this.countInRedis(told).catch(() => []);
    for (const [index, waitMs] of waits.entries()) {
      const use = uses[index];
      if (use && waitMs > 0) this.countOf(use.key).current = use.limit.points;
    }
  }

  private takeUntold(key: string): number {
    const { times } = this.untold.get(key) ?? { times: 0 };
    this.untold.delete(key);
    return times;
  }

  private countInRedis(uses: readonly (Use & { made: number; wanted: 0 | 1 })[]): Promise<number[]> {
    return this.redis.slideWindows(
      uses.length,
      ...uses.map(({ key }) => key),
      ...uses.flatMap(({ limit, made, wanted }) => [limit.points, limit.windowMs, made, wanted]),
    );
  }

  private usesOf(name: LimitName, address: string): Use[] {
    const { points, windowMs } = this.config[variableOf(name)];
    return networksOf(address).map((network) => ({
      key: `limit:${name}:${network.name}`,
      limit: { points: points * network.factor, windowMs },
    }));
  }

  private async takeAll(uses: readonly Use[]): Promise<TakeBack> {
    const counted = await Promise.all(uses.map((use) => this.countOne(use)));
    const waitMs = Math.max(...counted.map((use) => use.waitMs));
    if (waitMs > 0) throw rateLimited(waitMs);
    const countedAt = Date.now();
    return () => this.takeBackAll(counted, countedAt);
  }

  private async takeBackAll(counted: readonly CountedUse[], countedAt: number): Promise<void> {
    for (const { key, limit } of counted) takeBack(this.countOf(key), limit, countedAt);
    const shared = counted.filter(({ inRedis }) => inRedis);
    if (shared.length === 0) return;
    const agoMs = Date.now() - countedAt;
    const times = shared.flatMap(({ limit }) => [limit.windowMs, agoMs]);
    // While Redis is away it stays counted there: that costs nobody more than the use.
    await this.redis
      .takeBackUses(shared.length, ...shared.map(({ key }) => key), ...times)
      .catch(() => undefined);
  }

  private async countOne(use: Use): Promise<CountedUse> {
    this.pending.set(use.key, (this.pending.get(use.key) ?? 0) + 1);
    try {
      const waitMs = await this.shared.load(use);
      // So that what is counted here alone adds to it.
      if (waitMs === 0) slide(this.countOf(use.key), { ...use.limit, points: Infinity }, Date.now());
      return { ...use, waitMs, inRedis: true };
    } catch {
      return { ...use, waitMs: this.here(use), inRedis: false };
    } finally {
      const others = (this.pending.get(use.key) ?? 1) - 1;
      if (others > 0) this.pending.set(use.key, others);
      else this.pending.delete(use.key);
    }
  }

  private here({ key, limit: { points, windowMs } }: Use, now = Date.now()): number {
    return slide(this.countOf(key), { points: shareOf(points, this.replicas), windowMs }, now);
  }

  private countOf(key: string): WindowCount {
    const known = this.local.get(key);
    if (known) return known;
    const count = { window: -1, current: 0, previous: 0 };
    this.local.set(key, count);
    return count;
  }
}
