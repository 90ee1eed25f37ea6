import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { Injectable } from '@nestjs/common';
import { Counter, Histogram } from 'prom-client';
import type { TipOutcome } from './tip.js';

const SECONDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What an operator sees of the batches in which tips are settled. Counted by the batch: tips come by the thousand. */
@Injectable()
export class SettlerMetrics {
  private readonly tips: Counter<'verdict'>;
  private readonly size: Histogram;
  private readonly wait: Histogram;
  private readonly duration: Histogram;

  constructor(private readonly metrics: Metrics) {
    const registers = [metrics.registry];
    this.tips = new Counter({
      name: 'likewell_tips_total',
      help: 'Tips that the ledger judged, by its verdict',
      labelNames: ['verdict'] as const,
      registers,
    });
    this.size = new Histogram({
      name: 'likewell_tip_batch_tips',
      help: 'Tips that shared a commit',
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
      registers,
    });
    this.wait = new Histogram({
      name: 'likewell_tip_batch_wait_seconds',
      help: 'How long the first tip of a batch had waited when the batch began',
      buckets: SECONDS,
      registers,
    });
    this.duration = new Histogram({
      name: 'likewell_tip_batch_seconds',
      help: 'How long a batch took to commit',
      buckets: SECONDS,
      registers,
    });
  }

  /** Shows the length of the queue. */
  watchWaiting(read: () => number): void {
    this.metrics.watch('likewell_tips_waiting', 'Tips that wait for the next batch', read);
  }

  /** Counts a batch that was committed; the times are readings of `performance.now()`. */
  observeBatch(
    outcomes: readonly TipOutcome[],
    { begunAt, waitingSince }: { begunAt: number; waitingSince: number },
  ): void {
    const counts = new Map<string, number>();
    for (const { verdict } of outcomes) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    for (const [verdict, count] of counts) this.tips.labels(verdict).inc(count);
    this.size.observe(outcomes.length);
    this.wait.observe((begunAt - waitingSince) / 1000);
    this.duration.observe((performance.now() - begunAt) / 1000);
  }
}
