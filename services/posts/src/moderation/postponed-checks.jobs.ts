import { Database } from '@likewell/service-kit/database/database';
import { Every } from '@likewell/service-kit/jobs/every.decorator';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
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
    { registry }: Metrics,
  ) {
    const labelNames = ['shown'] as const;
    const registers = [registry];
    this.count = new Gauge({
      name: 'likewell_checks_postponed',
      help: 'Texts whose check was postponed, by who sees them meanwhile (`author`, `everybody`), up to 10,000',
      labelNames,
      registers,
    });
    this.oldest = new Gauge({
      name: 'likewell_checks_postponed_oldest_seconds',
      help: 'For how long the oldest of them has been postponed',
      labelNames,
      registers,
    });
  }

  /** Every replica does: each takes other texts. */
  @Every(MAKE_EVERY_MS)
  async makeDueChecks(): Promise<void> {
    await this.checks.makeDue();
  }

  /** Shows among the metrics what is postponed. */
  @Every(SHOW_EVERY_MS)
  async showPostponed(): Promise<void> {
    for (const { shown, count, oldestSeconds } of await measurePostponed(this.database.read)) {
      this.count.set({ shown }, count);
      this.oldest.set({ shown }, oldestSeconds);
    }
  }
}
