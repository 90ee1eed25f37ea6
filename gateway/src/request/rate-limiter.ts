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
    /**
     * Arguments: the number of keys, the keys, then the values of `SLIDE_IN_REDIS` for each. Returns the wait
     * of each in milliseconds.
     */
    slideWindows(...keysAndLimits: (string | number)[]): Promise<number[]>;
    /** Arguments: the number of keys, the keys, then the values of `TAKE_BACK_IN_REDIS` for each. */
    takeBackUses(...keysAndTimes: (string | number)[]): Promise<null>;
  }
}

interface Use {
  readonly key: string;
  readonly limit: Limit;
}

/** Takes back a use that was counted. */
export type TakeBack = () => Promise<void>;

const MAX_LOCAL_KEYS = 50_000;
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
  /** Counts the uses of one request in Redis: all of them, or none if one has no room. Gives the longest wait. */
  private readonly shared: DataLoader<readonly Use[], number>;
  private readonly local = new LRUCache<string, WindowCount>({ max: MAX_LOCAL_KEYS });
  /** Uses that have not been reported to Redis yet. */
  private readonly untold = new Map<string, { limit: Limit; times: number }>();
  /** Number of uses of each key for which a response of Redis is pending. */
  private readonly pending = new Map<string, number>();
  private timer: NodeJS.Timeout | null = null;
  /** True since Redis did not respond, until it does again. */
  private isAway = false;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {
    // From the second call on, only the script's hash is sent.
    redis.defineCommand('slideWindows', { lua: SLIDE_IN_REDIS });
    redis.defineCommand('takeBackUses', { lua: TAKE_BACK_IN_REDIS });
    this.shared = new DataLoader(
      (groups) =>
        this.countInRedis(
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
    const waitMs = this.countHere(uses, this.roomAlone, now);
    if (waitMs > 0) throw rateLimited(waitMs);
    return () => this.takeBackHere(uses, now);
  }

  /**
   * Counts one use by an address without waiting, for requests that cost very little. Redis is told a moment
   * later, so all gateways together may allow slightly more than the limit.
   * @returns false if there may be no room; the caller then uses {@link takeFrom}
   */
  takeUnawaited(name: LimitName, address: string): boolean {
    if (this.untold.size >= MAX_LOCAL_KEYS) return false;
    const now = Date.now();
    const uses = this.usesOf(name, address);
    const room = (use: Use) =>
      (this.isAway ? this.roomAlone(use) : use.limit.points) - (this.pending.get(use.key) ?? 0);
    if (uses.some((use) => room(use) <= 0) || this.countHere(uses, room, now) > 0) return false;
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

  /** @returns the longest wait of each group, in milliseconds */
  private async countInRedis(
    groups: readonly (readonly (Use & { made: number; wanted: 0 | 1 })[])[],
  ): Promise<number[]> {
    const uses = groups.flat();
    const sizes = groups.flatMap((group) => group.map((_use, index) => group.length - index));
    const waits = await this.redis
      .slideWindows(
        uses.length,
        ...uses.map(({ key }) => key),
        ...uses.flatMap(({ limit, made, wanted }, index) => [
          ...[limit.points, limit.windowMs, made, wanted],
          sizes[index] ?? 1,
        ]),
      )
      .catch((error: unknown) => {
        this.isAway = true;
        throw error;
      });
    this.isAway = false;
    return groups.map(({ length }) => Math.max(...waits.splice(0, length)));
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
      const waitMs = await this.shared.load(uses);
      // Counted locally too, so that the uses counted without Redis add to it.
      if (waitMs === 0) this.countHere(uses, () => Infinity);
      return { waitMs, inRedis: true };
    } catch {
      return { waitMs: this.countHere(uses, this.roomAlone), inRedis: false };
    } finally {
      for (const { key } of uses) {
        const others = (this.pending.get(key) ?? 1) - 1;
        if (others > 0) this.pending.set(key, others);
        else this.pending.delete(key);
      }
    }
  }

  private async takeBackAll(uses: readonly Use[], countedAt: number, inRedis: boolean): Promise<void> {
    this.takeBackHere(uses, countedAt);
    if (!inRedis) return;
    const agoMs = Date.now() - countedAt;
    const times = uses.flatMap(({ limit }) => [limit.windowMs, agoMs]);
    // While Redis is away, the use stays counted there; that costs nobody more than this one use.
    await this.redis
      .takeBackUses(uses.length, ...uses.map(({ key }) => key), ...times)
      .catch(() => undefined);
  }

  /**
   * Counts the uses of one request locally: all of them, or none if one has no room. Returns the longest wait
   * in milliseconds.
   */
  private countHere(uses: readonly Use[], room: (use: Use) => number, now = Date.now()): number {
    const waits = uses.map((use) => {
      const { windowMs } = use.limit;
      return slide(this.countOf(use.key), { points: room(use), windowMs }, now);
    });
    const waitMs = Math.max(...waits);
    if (waitMs > 0)
      this.takeBackHere(
        uses.filter((_use, index) => waits[index] === 0),
        now,
      );
    return waitMs;
  }

  private takeBackHere(uses: readonly Use[], countedAt: number): void {
    for (const { key, limit } of uses) takeBack(this.countOf(key), limit, countedAt);
  }

  /** Limit that each gateway applies on its own. */
  private readonly roomAlone = ({ limit }: Use): number => shareOf(limit.points, this.replicas);

  private countOf(key: string): WindowCount {
    const known = this.local.get(key);
    if (known) return known;
    const count = { window: -1, current: 0, previous: 0 };
    this.local.set(key, count);
    return count;
  }
}
