import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import type { Counter, Histogram } from 'prom-client';
import type { TipResult } from './tip.js';

const SECONDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Metrics of the batches in which tips are settled. They are updated once per batch: there are thousands of tips. */
@Injectable()
export class SettlerMetrics {
  private readonly tips: Counter<'outcome'>;
  private readonly size: Histogram;
  private readonly wait: Histogram;
  private readonly duration: Histogram;

  constructor(private readonly metrics: Metrics) {
    this.tips = metrics.counter('likewell_tips_total', 'Tips that the ledger judged, by outcome', 'outcome');
    this.size = metrics.histogram(
      'likewell_tip_batch_tips',
      'Tips that shared a commit',
      [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
    );
    this.wait = metrics.histogram(
      'likewell_tip_batch_wait_seconds',
      'How long the first tip of a batch had waited when the batch began',
      SECONDS,
    );
    this.duration = metrics.histogram(
      'likewell_tip_batch_seconds',
      'How long a batch took to commit',
      SECONDS,
    );
  }

  /** Shows the length of the queue. */
  watchWaiting(read: () => number): void {
    this.metrics.watch('likewell_tips_waiting', 'Tips that wait for the next batch', read);
  }

  /** Counts a batch that was committed; the times are readings of `performance.now()`. */
  observeBatch(
    results: readonly TipResult[],
    { begunAt, waitingSince }: { begunAt: number; waitingSince: number },
  ): void {
    const counts = new Map<string, number>();
    for (const { outcome } of results) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    for (const [outcome, count] of counts) this.tips.labels(outcome).inc(count);
    this.size.observe(results.length);
    this.wait.observe((begunAt - waitingSince) / 1000);
    this.duration.observe((performance.now() - begunAt) / 1000);
  }
}
