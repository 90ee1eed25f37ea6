import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';

/** What an operator sees of deposits under way. */
@Injectable()
export class DepositMetrics {
  readonly disagreements: Counter;
  readonly forgotten: Counter;
  readonly waiting: Gauge;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.disagreements = new Counter({
      name: 'likewell_solana_disagreements_total',
      help: 'Times that two endpoints said different things of a chain transaction, or one contradicted itself',
      registers,
    });
    this.forgotten = new Counter({
      name: 'likewell_deposits_forgotten_total',
      help: 'Signatures that an endpoint had listed and that none knew for an hour',
      registers,
    });
    this.waiting = new Gauge({
      name: 'likewell_deposits_awaited',
      help: 'Reports that wait for finality in this replica',
      registers,
    });
  }
}
