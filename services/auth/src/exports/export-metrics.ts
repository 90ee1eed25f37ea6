import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';

/** Outcomes of an attempt: the export is ready, will be tried again, or was given up. */
const OUTCOMES = ['ready', 'postponed', 'failed'] as const;

@Injectable()
export class ExportMetrics {
  private readonly outcomes: Counter<'outcome'>;

  constructor(metrics: Metrics) {
    this.outcomes = metrics.countEach(
      'likewell_exports_total',
      'Attempts at files with members’ data, by what became of them',
      'outcome',
      OUTCOMES,
    );
  }

  count(outcome: (typeof OUTCOMES)[number], files = 1): void {
    this.outcomes.inc({ outcome }, files);
  }
}
