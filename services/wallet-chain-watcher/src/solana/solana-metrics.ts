import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import type { RpcFailureKind } from './rpc-endpoint.js';

/** Metrics of the Solana endpoints, for operators; they are numbered as configured. */
@Injectable()
export class SolanaMetrics {
  private readonly failures: Counter<'endpoint' | 'kind'>;

  constructor(metrics: Metrics) {
    this.failures = metrics.counter(
      'likewell_solana_failures_total',
      'Calls that an endpoint of Solana did not answer usably',
      'endpoint',
      'kind',
    );
  }

  countFailure(endpoint: string, kind: RpcFailureKind): void {
    this.failures.inc({ endpoint, kind });
  }
}
