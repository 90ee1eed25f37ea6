import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';

/** What became of a question: a response, none that is of use, a rejected key, or none was put while the provider rests. */
const OUTCOMES = ['answered', 'failed', 'key-rejected', 'rested'] as const;
export type AskOutcome = (typeof OUTCOMES)[number];

@Injectable()
export class ProviderMetrics {
  private readonly asked: Counter<'outcome'>;

  constructor({ registry }: Metrics) {
    this.asked = new Counter({
      name: 'likewell_moderation_asked_total',
      help: 'Texts that the moderation provider was to be asked about, by outcome',
      labelNames: ['outcome'] as const,
      registers: [registry],
    });
    // A counter that is there from the start: the first rejection is an increase.
    for (const outcome of OUTCOMES) this.asked.inc({ outcome }, 0);
  }

  /** Counts a question. */
  count(outcome: AskOutcome): void {
    this.asked.inc({ outcome });
  }
}
