import { rateLimited } from '@likewell/contracts/core/rate-limited';
import { CONFIG } from '@likewell/service-kit/config/config';
import { REDIS } from '@likewell/service-kit/redis/connect-redis';
import { Inject, Injectable } from '@nestjs/common';
import DataLoader from 'dataloader';
import type { Redis } from 'ioredis';
import type { GatewayConfig, Limit } from '../config.js';
import { shareOf } from '../share-of.js';
import type { LimitName, LimitVariable } from '../limits.js';
import { inOneTurn } from './in-one-turn.js';
import { LocalCounts, type Use } from './local-counts.js';
import { networksOf } from './networks.js';
import { SharedCounts } from './shared-counts.js';

const variableOf = (name: LimitName) => `LIMIT_${name.toUpperCase()}` as LimitVariable;

/** Takes back a use that was counted. */
export type TakeBack = () => Promise<void>;

/** The most keys whose uses Redis has yet to be told. */
const MAX_UNTOLD = 50_000;
const REPORT_DELAY_MS = 250;
/** Limited because Redis does nothing else while it counts. */
const MAX_KEYS_PER_COMMAND = 1000;

/**
 * Applies a route's limit to each member or, without one, to each network of an address. Redis holds the
 * shared count; while Redis is away, each gateway applies its own share of the limit.
 */
@Injectable()
export class RateLimiter {
  private readonly replicas: number;
  private readonly local = new LocalCounts();
  private readonly shared: SharedCounts;
  /** Counts the uses of one request in Redis: all of them, or none if one has no room. Gives the longest wait. */
  private readonly batched: DataLoader<readonly Use[], number>;
  /** Uses that have not been reported to Redis yet. */
  private readonly untold = new Map<string, { limit: Limit; times: number }>();
  /** Number of uses of each key for which a response of Redis is pending. */
  private readonly pending = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    @Inject(REDIS) redis: Redis,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {
    this.shared = new SharedCounts(redis);
    this.batched = new DataLoader(
      (groups) =>
        this.shared.count(
          groups.map((uses) => uses.map((use) => ({ ...use, made: this.takeUntold(use.key), wanted: 1 }))),
        ),
      inOneTurn,
    );
    this.replicas = config.GATEWAY_REPLICAS * config.GATEWAY_WORKERS;
  }

  /**
   * Counts one use by a member, or for a key of the limit's own.
   * @returns a function that takes the use back
   * @throws AppError RATE_LIMITED with `retryAfterSeconds` among its details
   */
  take(name: LimitName, who: number | string): Promise<TakeBack> {
    return this.takeEach([name, who]);
  }

  /** Works like {@link take} for several limits at once: counts one use for each of them, or for none. */
  takeEach(...limits: readonly (readonly [LimitName, number | string])[]): Promise<TakeBack> {
    return this.takeAll(
      limits.map(([name, who]) => ({ key: `limit:${name}:${who}`, limit: this.config[variableOf(name)] })),
    );
  }

  /** Works like {@link take} for an address: counts one use for each of its networks, or for none of them. */
  takeFrom(name: LimitName, address: string): Promise<TakeBack> {
    return this.takeAll(this.usesOf(name, address));
  }

  /**
   * Counts one use by an address at once, without Redis: each gateway applies its own share of the limit.
   * @returns a function that takes the use back
   * @throws AppError as {@link take}
   */
  takeHere(name: LimitName, address: string): () => void {
    const now = Date.now();
    const uses = this.usesOf(name, address);
    const waitMs = this.local.count(uses, this.roomAlone, now);
    if (waitMs > 0) throw rateLimited(waitMs);
    return () => this.local.takeBack(uses, now);
  }

  /**
   * Counts one use by an address without waiting, for requests that cost very little. Redis is told a moment
   * later, so all gateways together may allow slightly more than the limit.
   * @returns false if there may be no room; the caller then uses {@link takeFrom}
   */
  takeUnawaited(name: LimitName, address: string): boolean {
    if (this.untold.size >= MAX_UNTOLD) return false;
    const now = Date.now();
    const uses = this.usesOf(name, address);
    const room = (use: Use) =>
      (this.shared.isAway ? this.roomAlone(use) : use.limit.points) - (this.pending.get(use.key) ?? 0);
    if (uses.some((use) => room(use) <= 0) || this.local.count(uses, room, now) > 0) return false;
    for (const { key, limit } of uses) {
      const { times } = this.untold.get(key) ?? { times: 0 };
      this.untold.set(key, { limit, times: times + 1 });
    }
    this.timer ??= setTimeout(() => void this.tell(), REPORT_DELAY_MS).unref();
    return true;
  }

  /** Reports to Redis the uses that nobody waited for, and learns which keys have no room left. */
  private async tell(): Promise<void> {
    const uses = [...this.untold].slice(0, MAX_KEYS_PER_COMMAND).map(([key, { limit }]) => ({ key, limit }));
    this.timer = null;
    if (this.untold.size > uses.length)
      this.timer = setTimeout(() => void this.tell(), REPORT_DELAY_MS).unref();
    const told = uses.map((use) => [{ ...use, made: this.takeUntold(use.key), wanted: 0 as const }]);
    // While Redis is away, each gateway applies its own share.
    const waits = await this.shared.count(told).catch(() => []);
    for (const [index, waitMs] of waits.entries()) {
      const use = uses[index];
      if (use && waitMs > 0) this.local.fill(use);
    }
  }

  private takeUntold(key: string): number {
    const { times } = this.untold.get(key) ?? { times: 0 };
    this.untold.delete(key);
    return times;
  }

  private usesOf(name: LimitName, address: string): Use[] {
    const { points, windowMs } = this.config[variableOf(name)];
    return networksOf(address).map((network) => ({
      key: `limit:${name}:${network.name}`,
      limit: { points: points * network.factor, windowMs },
    }));
  }

  private async takeAll(uses: readonly Use[]): Promise<TakeBack> {
    const { waitMs, inRedis } = await this.countAll(uses);
    if (waitMs > 0) throw rateLimited(waitMs);
    const countedAt = Date.now();
    return () => this.takeBackAll(uses, countedAt, inRedis);
  }

  private async countAll(uses: readonly Use[]): Promise<{ waitMs: number; inRedis: boolean }> {
    for (const { key } of uses) this.pending.set(key, (this.pending.get(key) ?? 0) + 1);
    try {
      const waitMs = await this.batched.load(uses);
      // Counted locally too, so that the uses counted without Redis add to it.
      if (waitMs === 0) this.local.count(uses, () => Infinity);
      return { waitMs, inRedis: true };
    } catch {
      return { waitMs: this.local.count(uses, this.roomAlone), inRedis: false };
    } finally {
      for (const { key } of uses) {
        const others = (this.pending.get(key) ?? 1) - 1;
        if (others > 0) this.pending.set(key, others);
        else this.pending.delete(key);
      }
    }
  }

  private async takeBackAll(uses: readonly Use[], countedAt: number, inRedis: boolean): Promise<void> {
    this.local.takeBack(uses, countedAt);
    if (inRedis) await this.shared.takeBack(uses, countedAt);
  }

  /** Limit that each gateway applies on its own. */
  private readonly roomAlone = ({ limit }: Use): number => shareOf(limit.points, this.replicas);
}
