import { LRUCache } from 'lru-cache';
import type { Limit } from '../config.js';
import { slide, takeBack, type WindowCount } from './sliding-window.js';

/** A use of something that has a limit. */
export interface Use {
  readonly key: string;
  readonly limit: Limit;
}

const MAX_KEYS = 50_000;

/** Counts of uses at this gateway alone. */
export class LocalCounts {
  private readonly counts = new LRUCache<string, WindowCount>({ max: MAX_KEYS });

  /**
   * Counts the uses of one request: all of them, or none if one has no room. Returns the longest wait in
   * milliseconds.
   */
  count(uses: readonly Use[], room: (use: Use) => number, now = Date.now()): number {
    const waits = uses.map((use) => {
      const { windowMs } = use.limit;
      return slide(this.countOf(use), { points: room(use), windowMs }, now);
    });
    const waitMs = Math.max(...waits);
    if (waitMs > 0)
      this.takeBack(
        uses.filter((_use, index) => waits[index] === 0),
        now,
      );
    return waitMs;
  }

  /** Takes back the uses of a request that were counted at this time. */
  takeBack(uses: readonly Use[], countedAt: number): void {
    for (const use of uses) takeBack(this.countOf(use), use.limit, countedAt);
  }

  /** Leaves no room in the current window. */
  fill(use: Use): void {
    this.countOf(use).current = use.limit.points;
  }

  private countOf({ key }: Use): WindowCount {
    const known = this.counts.get(key);
    if (known) return known;
    const count = { window: -1, current: 0, previous: 0 };
    this.counts.set(key, count);
    return count;
  }
}
