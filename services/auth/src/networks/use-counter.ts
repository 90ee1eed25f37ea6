import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { countUse, takeBackUse } from './use-counts.queries.js';

/** So many uses in a window that slides. */
export interface Limit {
  readonly points: number;
  readonly windowMs: number;
}

/** Counts uses of keys in windows that slide. */
@Injectable()
export class UseCounter {
  /** Counts one use. @returns 0, or the milliseconds to wait, when nothing was counted */
  count(tx: Tx, key: string, limit: Limit): Promise<number> {
    return countUse(tx, key, limit);
  }

  /** Takes back one use that was counted in the present window. */
  takeBack(tx: Tx, key: string): Promise<void> {
    return takeBackUse(tx, key);
  }
}
