import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import type { Counter, Gauge } from 'prom-client';

/**
 * Outcomes of a mail: the server has accepted it; an attempt failed and is repeated later; it was given up; a
 * limit rejected it; or its address cannot be mailed to.
 */
const OUTCOMES = ['sent', 'postponed', 'given-up', 'limited', 'unsendable'] as const;
export type MailOutcome = (typeof OUTCOMES)[number];

@Injectable()
export class MailMetrics {
  private readonly outcomes: Counter<'outcome'>;
  private readonly waiting: Gauge;
  private readonly oldest: Gauge;

  constructor(metrics: Metrics) {
    this.outcomes = metrics.countEach(
      'likewell_mails_total',
      'Mails, by what became of them',
      'outcome',
      OUTCOMES,
    );
    this.waiting = metrics.gauge('likewell_mails_waiting', 'Mails that are not sent yet');
    this.oldest = metrics.gauge(
      'likewell_mails_oldest_seconds',
      'For how long the oldest of them has waited',
    );
  }

  /** Counts one or several mails. */
  count(outcome: MailOutcome, mails = 1): void {
    this.outcomes.inc({ outcome }, mails);
  }

  /** Exports the number of waiting mails and the age of the oldest. */
  show({ count, oldestSeconds }: { readonly count: number; readonly oldestSeconds: number }): void {
    this.waiting.set(count);
    this.oldest.set(oldestSeconds);
  }
}
