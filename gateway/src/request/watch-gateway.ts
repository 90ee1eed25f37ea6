import type { Metrics } from '@likewell/service-kit/telemetry/metrics';
import type { LoadShedder } from './load-shedder.js';
import type { ResponseCache } from './response-cache/response-cache.js';
import type { TipAdmission } from './tip-admission.js';

interface Watched {
  readonly shedder: LoadShedder;
  readonly admission: TipAdmission;
  readonly cache: ResponseCache;
}

/** Exports as metrics what is under way or waits, the limits of it, and the size of the response cache. */
export function watchGateway(metrics: Metrics, { shedder, admission, cache }: Watched): void {
  metrics.watchEach(
    'likewell_http_in_flight',
    'Requests under way, by kind; all leaves out deposits, as do the places',
    'kind',
    () => shedder.taken,
  );
  metrics.watchEach(
    'likewell_http_places',
    'Requests that may be under way before more are rejected with 503, by kind',
    'kind',
    () => ({ ...shedder.capacity }),
  );
  metrics.watch('likewell_http_tips_waiting', 'Tips that wait for a place', () => admission.waiting);
  metrics.watch(
    'likewell_cached_responses',
    'Responses to visitors in the cache',
    () => cache.size.responses,
  );
  metrics.watch('likewell_cached_response_bytes', 'What they take', () => cache.size.bytes);
}
