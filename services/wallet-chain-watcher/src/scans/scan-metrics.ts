import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';

/** What an operator sees of the walks through the history of our accounts. */
@Injectable()
export class ScanMetrics {
  private readonly scannedAt: Gauge;
  private readonly holdsLease: Gauge;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.scannedAt = new Gauge({
      name: 'likewell_chain_scanned_timestamp_seconds',
      help: 'When a walk through the history of the account that is the furthest behind last reached its cursor; 0 before the first',
      registers,
    });
    this.holdsLease = new Gauge({
      name: 'likewell_chain_scanner',
      help: '1 in the replica that scans',
      registers,
    });
    this.scannedAt.remove();
  }

  /** @param reachedAt of the account that is the furthest behind; 0 before its first walk is over */
  showReached(reachedAt: Date): void {
    this.scannedAt.set(reachedAt.getTime() / 1000);
  }

  /** Where another replica scans, that one shows how far it is, and old numbers would mislead. */
  showIsHolder(isHolder: boolean): void {
    this.holdsLease.set(isHolder ? 1 : 0);
    if (!isHolder) this.scannedAt.remove();
  }
}
