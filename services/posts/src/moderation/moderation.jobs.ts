import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Database } from '@likewell/service-kit/database/database';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import { measureWaiting } from './review-queue.queries.js';

const INTERVAL_MS = 30_000;

@Injectable()
export class ModerationJobs {
  private readonly count: Gauge<'reviewer'>;
  private readonly oldest: Gauge<'reviewer'>;

  constructor(
    private readonly database: Database,
    metrics: Metrics,
  ) {
    this.count = metrics.gauge(
      'likewell_reviews_waiting',
      'Texts that wait for the first, automatic review (`machine`) or for a moderator (`person`), up to 10,000',
      'reviewer',
    );
    this.oldest = metrics.gauge('likewell_reviews_oldest_seconds', 'Age of the oldest of them', 'reviewer');
  }

  /** Shows in the metrics what waits for a reviewer. */
  @Every(INTERVAL_MS)
  async showReviewQueue(): Promise<void> {
    for (const { reviewer, count, oldestSeconds } of await measureWaiting(this.database.read)) {
      this.count.set({ reviewer }, count);
      this.oldest.set({ reviewer }, oldestSeconds);
    }
  }
}
