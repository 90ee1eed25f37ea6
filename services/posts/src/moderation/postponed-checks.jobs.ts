import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import type { Gauge } from 'prom-client';
import { AutomaticReviewService } from './automatic-review.service.js';
import { claimDueChecks, dropNeedlessChecks, measurePostponed } from './postponed-checks.queries.js';

const MAKE_EVERY_MS = 1000;
const SHOW_EVERY_MS = 30_000;
/** Small enough not to overload a provider that has just recovered. */
const MAX_TOGETHER = 20;

/** Texts whose check was postponed because the provider was unavailable: it is asked about them again. */
@Injectable()
export class PostponedChecksJobs {
  private readonly count: Gauge<'shown'>;
  private readonly oldest: Gauge<'shown'>;

  constructor(
    private readonly database: Database,
    private readonly automaticReview: AutomaticReviewService,
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

  /** Makes the checks that are due, on every replica: each takes different texts. */
  @Every(MAKE_EVERY_MS)
  async makeDueChecks(): Promise<void> {
    const revisionIds = await this.database.transaction((tx) => claimDueChecks(tx, MAX_TOGETHER));
    if (revisionIds.length === 0) return;
    const reviewed = await this.automaticReview.reviewAgain(revisionIds);
    for (const each of reviewed) {
      await this.database.transaction((tx) => this.automaticReview.apply(tx, [each]));
    }
    await this.database.transaction((tx) => dropNeedlessChecks(tx, revisionIds));
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
