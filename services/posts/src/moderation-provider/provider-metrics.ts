import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';

/**
 * Outcomes of a request: a response, no usable response, a rejected key, or no request while the breaker is
 * open.
 */
const OUTCOMES = ['answered', 'failed', 'key-rejected', 'rested'] as const;
export type AskOutcome = (typeof OUTCOMES)[number];

@Injectable()
export class ProviderMetrics {
  private readonly asked: Counter<'outcome'>;

  constructor(metrics: Metrics) {
    this.asked = metrics.countEach(
      'likewell_moderation_asked_total',
      'Texts that the moderation provider was to be asked about, by outcome',
      'outcome',
      OUTCOMES,
    );
  }

  /** Counts a request by its outcome. */
  count(outcome: AskOutcome): void {
    this.asked.inc({ outcome });
  }
}
