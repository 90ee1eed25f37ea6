import type { Redis } from 'ioredis';
import type { Use } from './local-counts.js';
import { SLIDE_IN_REDIS, TAKE_BACK_IN_REDIS } from './sliding-window.js';

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

/** Uses of one key to count: those that were made and always count, and none or one more that needs room. */
export interface Uses extends Use {
  readonly made: number;
  readonly wanted: 0 | 1;
}

/** Counts of uses in Redis, which all gateways share. */
export class SharedCounts {
  private away = false;

  constructor(private readonly redis: Redis) {
    // From the second call on, only the script's hash is sent.
    redis.defineCommand('slideWindows', { lua: SLIDE_IN_REDIS });
    redis.defineCommand('takeBackUses', { lua: TAKE_BACK_IN_REDIS });
  }

  /** True since Redis did not respond, until it does again. */
  get isAway(): boolean {
    return this.away;
  }

  /**
   * Counts the wanted uses of each group: all of them, or none if one has no room.
   * @returns the longest wait of each group, in milliseconds
   * @throws Error while Redis is away
   */
  async count(groups: readonly (readonly Uses[])[]): Promise<number[]> {
    const uses = groups.flat();
    const sizes = groups.flatMap((group) => group.map((_use, index) => group.length - index));
    const values = uses.flatMap(({ limit, made, wanted }, index) => [
      ...[limit.points, limit.windowMs, made, wanted],
      sizes[index] ?? 1,
    ]);
    try {
      const waits = await this.redis.slideWindows(uses.length, ...uses.map(({ key }) => key), ...values);
      this.away = false;
      return groups.map(({ length }) => Math.max(...waits.splice(0, length)));
    } catch (error) {
      this.away = true;
      throw error;
    }
  }

  /** Takes back one use of each. While Redis is away it stays counted there; that costs nobody more than this use. */
  async takeBack(uses: readonly Use[], countedAt: number): Promise<void> {
    const agoMs = Date.now() - countedAt;
    const times = uses.flatMap(({ limit }) => [limit.windowMs, agoMs]);
    await this.redis
      .takeBackUses(uses.length, ...uses.map(({ key }) => key), ...times)
      .catch(() => undefined);
  }
}
