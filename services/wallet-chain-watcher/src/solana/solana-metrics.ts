import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { RpcFailureKind } from './rpc-endpoint.js';

/** What an operator sees of the endpoints of Solana, which are numbered as configured. */
@Injectable()
export class SolanaMetrics {
  private readonly failures: Counter<'endpoint' | 'kind'>;

  constructor({ registry }: Metrics) {
    this.failures = new Counter({
      name: 'likewell_solana_failures_total',
      help: 'Calls that an endpoint of Solana did not answer usably',
      labelNames: ['endpoint', 'kind'] as const,
      registers: [registry],
    });
  }

  countFailure(endpoint: string, kind: RpcFailureKind): void {
    this.failures.inc({ endpoint, kind });
  }
}
