import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import type { Gauge } from 'prom-client';

/** Metrics of the walks through the history of our accounts, for operators. */
@Injectable()
export class ScanMetrics {
  private readonly scannedAt: Gauge;
  private readonly sweptAt: Gauge<'endpoint'>;
  private readonly holdsLease: Gauge;

  constructor(metrics: Metrics) {
    this.scannedAt = metrics.gauge(
      'likewell_chain_scanned_timestamp_seconds',
      'When a walk through the history of the account that is the furthest behind last reached its cursor; 0 before the first',
    );
    this.sweptAt = metrics.gauge(
      'likewell_chain_sweep_finished_timestamp_seconds',
      'When a sweep of the account that is the furthest behind last came to its end, by endpoint as numbered in the configuration; before the first, since when it is awaited',
      'endpoint',
    );
    this.holdsLease = metrics.gauge('likewell_chain_scanner', '1 in the replica that scans');
    this.scannedAt.remove();
  }

  /** @param reachedAt the time for the account that is furthest behind; 0 before its first walk is over */
  showReached(reachedAt: Date): void {
    this.scannedAt.set(reachedAt.getTime() / 1000);
  }

  /** @param sweptAt the time for each endpoint, in their order, at the account that is furthest behind */
  showSwept(sweptAt: readonly (Date | undefined)[]): void {
    for (const [index, at] of sweptAt.entries())
      if (at) this.sweptAt.set({ endpoint: String(index + 1) }, at.getTime() / 1000);
  }

  /**
   * Shows whether this replica has the lease. When another replica scans, that one shows the progress, and
   * old numbers would mislead.
   */
  showIsHolder(isHolder: boolean): void {
    this.holdsLease.set(isHolder ? 1 : 0);
    if (isHolder) return;
    this.scannedAt.remove();
    this.sweptAt.reset();
  }
}
