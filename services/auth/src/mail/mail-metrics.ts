import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';

/**
 * What became of a mail: the server has taken it; an attempt failed and comes again; it was given up; a limit forbade it; or
 * its address is none that a mail can be sent to.
 */
const OUTCOMES = ['sent', 'postponed', 'given-up', 'limited', 'unsendable'] as const;
export type MailOutcome = (typeof OUTCOMES)[number];

@Injectable()
export class MailMetrics {
  private readonly outcomes: Counter<'outcome'>;
  private readonly waiting: Gauge;
  private readonly oldest: Gauge;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.outcomes = new Counter({
      name: 'likewell_mails_total',
      help: 'Mails, by what became of them',
      labelNames: ['outcome'] as const,
      registers,
    });
    // A counter that is there from the start: the first one given up is an increase.
    for (const outcome of OUTCOMES) this.outcomes.inc({ outcome }, 0);
    this.waiting = new Gauge({
      name: 'likewell_mails_waiting',
      help: 'Mails that are not sent yet',
      registers,
    });
    this.oldest = new Gauge({
      name: 'likewell_mails_oldest_seconds',
      help: 'For how long the oldest of them has waited',
      registers,
    });
  }

  /** Counts a mail, or so many. */
  count(outcome: MailOutcome, mails = 1): void {
    this.outcomes.inc({ outcome }, mails);
  }

  /** Shows what waits. */
  show({ count, oldestSeconds }: { readonly count: number; readonly oldestSeconds: number }): void {
    this.waiting.set(count);
    this.oldest.set(oldestSeconds);
  }
}
