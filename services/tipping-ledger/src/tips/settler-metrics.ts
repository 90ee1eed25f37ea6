import type { Metrics } from '@likewell/service-kit/telemetry/metrics';
import type { TipResult } from './tip.js';

const SECONDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Makes the metrics of the batches in which tips are settled. */
export const settlerMetrics = (metrics: Metrics) => ({
  tips: metrics.counter('likewell_tips_total', 'Tips that the ledger judged, by outcome', 'outcome'),
  size: metrics.histogram(
    'likewell_tip_batch_tips',
    'Tips that shared a commit',
    [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
  ),
  wait: metrics.histogram(
    'likewell_tip_batch_wait_seconds',
    'How long the first tip of a batch had waited when the batch began',
    SECONDS,
  ),
  duration: metrics.histogram('likewell_tip_batch_seconds', 'How long a batch took to commit', SECONDS),
});

/**
 * Counts a batch that was committed; the times are readings of `performance.now()`. The tips are counted once
 * by outcome: there are thousands of them.
 */
export function observeBatch(
  { tips, size, wait, duration }: ReturnType<typeof settlerMetrics>,
  results: readonly TipResult[],
  { begunAt, waitingSince }: { begunAt: number; waitingSince: number },
): void {
  const counts = new Map<string, number>();
  for (const { outcome } of results) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  for (const [outcome, count] of counts) tips.labels(outcome).inc(count);
  size.observe(results.length);
  wait.observe((begunAt - waitingSince) / 1000);
  duration.observe((performance.now() - begunAt) / 1000);
}
