import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Injectable } from '@nestjs/common';
import { arePeriodsComplete, fillPeriods, movePosts, PERIODS } from './post-periods.queries.js';

const MOVE_INTERVAL_MS = 5000;
const FILL_INTERVAL_MS = 1000;
const BATCH = 1000;
/** The most batches in a row before other work has its turn. */
const MAX_BATCHES = 20;

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

  /** Moves posts that have left their period to the next one. */
  @Every(MOVE_INTERVAL_MS)
  async moveOn(): Promise<void> {
    for (const period of PERIODS) {
      for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
        const moved = await this.database.transaction((tx) => movePosts(tx, period, BATCH));
        if (moved < BATCH) break;
      }
    }
  }

  /** Checks whether any posts lack their period, and fills in a bounded number of them. */
  @Every(FILL_INTERVAL_MS)
  async fill(): Promise<void> {
    this.complete = await arePeriodsComplete(this.database.read);
    for (let batch = 0; !this.complete && batch < MAX_BATCHES; batch += 1) {
      if (!(await this.database.transaction((tx) => fillPeriods(tx, BATCH)))) return;
    }
  }
}
