import type { Metrics } from '@likewell/service-kit/telemetry/metrics';
import type { LoadShedder } from './load-shedder.js';

/** Shows among the metrics how many requests are under way, and how many may be. */
export function watchCapacity(metrics: Metrics, shedder: LoadShedder): void {
  metrics.watchEach('likewell_http_in_flight', 'Requests under way, by kind', 'kind', () => shedder.taken);
  metrics.watchEach(
    'likewell_http_places',
    'Requests that may be under way before more are refused with 503, by kind',
    'kind',
    () => ({ ...shedder.places }),
  );
}
