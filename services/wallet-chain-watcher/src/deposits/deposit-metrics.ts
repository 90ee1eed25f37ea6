import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import type { Counter, Gauge } from 'prom-client';

/** Metrics of deposits in progress, for operators. */
@Injectable()
export class DepositMetrics {
  readonly disagreements: Counter;
  readonly forgotten: Counter;
  readonly waiting: Gauge;

  constructor(metrics: Metrics) {
    this.disagreements = metrics.counter(
      'likewell_solana_disagreements_total',
      'Times that two endpoints said different things of a chain transaction, or one contradicted itself',
    );
    this.forgotten = metrics.counter(
      'likewell_deposits_forgotten_total',
      'Signatures that an endpoint had listed and that none knew for an hour',
    );
    this.waiting = metrics.gauge(
      'likewell_deposits_awaited',
      'Reports that wait for finality in this replica',
    );
  }
}
