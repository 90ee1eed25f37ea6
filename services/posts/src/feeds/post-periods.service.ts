import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { arePeriodsComplete, fillPeriods, movePosts, PERIODS } from './post-periods.queries.js';

const BATCH = 1000;

/**
 * Keeps the period of each rank of Best: posts move on with time, and posts from before periods existed are
 * filled in.
 */
@Injectable()
export class PostPeriods {
  private complete = false;

  constructor(private readonly database: Database) {}

  /** True once pages may be read from the ranks; updated by {@link fill}. */
  get areComplete(): boolean {
    return this.complete;
  }

  /** Moves a batch of the posts of each period that have left it to the next one; returns true if there may be more. */
  async moveOn(): Promise<boolean> {
    let isMore = false;
    for (const period of PERIODS) {
      const moved = await this.database.transaction((tx) => movePosts(tx, period, BATCH));
      isMore ||= moved === BATCH;
    }
    return isMore;
  }

  /** Checks whether any posts lack their period, and fills in a batch of them; returns true if there may be more. */
  async fill(): Promise<boolean> {
    this.complete = await arePeriodsComplete(this.database.read);
    return !this.complete && this.database.transaction((tx) => fillPeriods(tx, BATCH));
  }
}
