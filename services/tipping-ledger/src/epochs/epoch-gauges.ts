import type { Metrics } from '@likewell/service-kit/telemetry/metrics';

/** Makes the metrics of the current epoch, and of whether the clock still closes epochs. */
export const epochGauges = (metrics: Metrics) => ({
  closedAt: metrics.gauge(
    'likewell_epoch_closed_timestamp_seconds',
    "When the clock last closed a holders' epoch, also one without anything to share",
  ),
  epoch: metrics.gauge('likewell_epoch', "The number of the last holders' epoch that shared something"),
  period: metrics.gauge(
    'likewell_epoch_period_seconds',
    "How long a holders' epoch is to last; 0 when only a person closes one",
  ),
});
