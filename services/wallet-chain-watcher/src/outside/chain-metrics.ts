import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';

/** What an operator sees of deposits and of the chain. Endpoints are numbered as configured. */
@Injectable()
export class ChainMetrics {
  readonly rpcFailures: Counter<'endpoint' | 'kind'>;
  readonly disagreements: Counter;
  readonly deposits: Gauge<'state'>;
  readonly unfinished: Gauge;
  readonly waiting: Gauge;
  readonly scannedAt: Gauge;
  readonly holdsLease: Gauge;
  readonly onChain: Gauge;
  readonly booked: Gauge;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.rpcFailures = new Counter({
      name: 'likewell_solana_failures_total',
      help: 'Calls that an endpoint of Solana did not answer usably',
      labelNames: ['endpoint', 'kind'] as const,
      registers,
    });
    this.disagreements = new Counter({
      name: 'likewell_solana_disagreements_total',
      help: 'Times that two endpoints said different things of a chain transaction, or one contradicted itself',
      registers,
    });
    this.deposits = new Gauge({
      name: 'likewell_deposits',
      help: 'Chain transactions at our token account by their state; shown by the replica that scans',
      labelNames: ['state'] as const,
      registers,
    });
    this.unfinished = new Gauge({
      name: 'likewell_deposits_oldest_seconds',
      help: 'Age of the oldest deposit that is not judged, or of which the ledger has not been told; 0 when none is',
      registers,
    });
    this.waiting = new Gauge({
      name: 'likewell_deposits_awaited',
      help: 'Reports that wait for finality in this replica',
      registers,
    });
    this.scannedAt = new Gauge({
      name: 'likewell_chain_scanned_timestamp_seconds',
      help: 'When a walk through the account’s history last reached its cursor; 0 before the first',
      registers,
    });
    this.holdsLease = new Gauge({
      name: 'likewell_chain_scanner',
      help: '1 in the replica that scans',
      registers,
    });
    this.onChain = new Gauge({
      name: 'likewell_reserve_on_chain_like',
      help: 'What our token account holds, in LIKE',
      registers,
    });
    this.booked = new Gauge({
      name: 'likewell_reserve_booked_like',
      help: 'The sum of all deposits that were found, in LIKE; what was sent away since must explain the difference',
      registers,
    });
  }
}
