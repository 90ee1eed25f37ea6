import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';

/** What became of an attempt at a file: it is there; it is tried again; the file was given up. */
const OUTCOMES = ['ready', 'postponed', 'failed'] as const;

@Injectable()
export class ExportMetrics {
  private readonly outcomes: Counter<'outcome'>;

  constructor({ registry }: Metrics) {
    this.outcomes = new Counter({
      name: 'likewell_exports_total',
      help: 'Attempts at files with members’ data, by what became of them',
      labelNames: ['outcome'] as const,
      registers: [registry],
    });
    // A counter that is there from the start: the first one given up is an increase.
    for (const outcome of OUTCOMES) this.outcomes.inc({ outcome }, 0);
  }

  count(outcome: (typeof OUTCOMES)[number], files = 1): void {
    this.outcomes.inc({ outcome }, files);
  }
}
