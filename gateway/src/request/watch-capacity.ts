import type { Metrics } from '@likewell/service-kit/telemetry/metrics';
import type { LoadShedder } from './load-shedder.js';
import type { TipAdmission } from './tip-admission.js';

/** Exports the number of requests under way, and the limits of it, as metrics. */
export function watchCapacity(metrics: Metrics, shedder: LoadShedder): void {
  metrics.watchEach('likewell_http_in_flight', 'Requests under way, by kind', 'kind', () => shedder.taken);
  metrics.watchEach(
    'likewell_http_places',
    'Requests that may be under way before more are rejected with 503, by kind',
    'kind',
    () => ({ ...shedder.capacity }),
  );
}

/** Exports the number of tips that wait for a place as a metric. */
export function watchWaitingTips(metrics: Metrics, admission: TipAdmission): void {
  metrics.watch('likewell_http_tips_waiting', 'Tips that wait for a place', () => admission.waiting);
}
