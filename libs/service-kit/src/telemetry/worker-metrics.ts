import { AggregatorRegistry } from 'prom-client';
import type { MetricsText } from '../health/health-server.js';
import type { Metrics } from './metrics.js';

/** Lets the parent process of this worker request its metrics. */
export function shareMetrics(metrics: Metrics): void {
  // Listens for these requests from now on.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries([metrics.registry]);
}

/** Returns the metrics of all workers of this process combined: summed, unless a metric says otherwise. */
export function metricsOfWorkers(): MetricsText {
  const all = new AggregatorRegistry();
  return { contentType: all.contentType, metrics: () => all.clusterMetrics() };
}
