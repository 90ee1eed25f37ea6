import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import { measurePostponed } from './postponed-checks.queries.js';
import { PostponedChecksService } from './postponed-checks.service.js';

const MAKE_EVERY_MS = 1000;
const SHOW_EVERY_MS = 30_000;

@Injectable()
export class PostponedChecksJobs {
  private readonly count: Gauge<'shown'>;
  private readonly oldest: Gauge<'shown'>;

  constructor(
    private readonly database: Database,
    private readonly checks: PostponedChecksService,
    metrics: Metrics,
  ) {
    this.count = metrics.gauge(
      'likewell_checks_postponed',
      'Texts whose check was postponed, by who sees them meanwhile (`author`, `everybody`), up to 10,000',
      'shown',
    );
    this.oldest = metrics.gauge(
      'likewell_checks_postponed_oldest_seconds',
      'For how long the oldest of them has been postponed',
      'shown',
    );
  }

  /** Runs on every replica: each takes different texts. */
  @Every(MAKE_EVERY_MS)
  async makeDueChecks(): Promise<void> {
    await this.checks.makeDue();
  }

  /** Shows in the metrics what is postponed. */
  @Every(SHOW_EVERY_MS)
  async showPostponed(): Promise<void> {
    for (const { shown, count, oldestSeconds } of await measurePostponed(this.database.read)) {
      this.count.set({ shown }, count);
      this.oldest.set({ shown }, oldestSeconds);
    }
  }
}
