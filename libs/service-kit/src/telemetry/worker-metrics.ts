import { AggregatorRegistry } from 'prom-client';
import type { MetricsText } from '../health/health-server.js';
import type { Metrics } from './metrics.js';

/** Lets the process that started this worker ask for its metrics. */
export function shareMetrics(metrics: Metrics): void {
  // Listens to the questions from now on.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries([metrics.registry]);
}

/** The metrics of all workers of this process as those of one: sums, but where a metric says otherwise. */
export function metricsOfWorkers(): MetricsText {
  const all = new AggregatorRegistry();
  return { contentType: all.contentType, metrics: () => all.clusterMetrics() };
}
