import type { Metrics } from '@likewell/service-kit/telemetry/metrics';
import type { ResponseCache } from './response-cache.js';

/** Exports the size of the response cache as metrics. */
export function watchCache(metrics: Metrics, cache: ResponseCache): void {
  metrics.watch(
    'likewell_cached_responses',
    'Responses to visitors in the cache',
    () => cache.size.responses,
  );
  metrics.watch('likewell_cached_response_bytes', 'What they take', () => cache.size.bytes);
}
