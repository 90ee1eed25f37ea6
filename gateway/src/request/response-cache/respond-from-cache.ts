import type { HealthServer } from '@likewell/service-kit/health/health-server';
import type { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressOf, EarlyStep } from '../before-router.js';
import { requestIdOf } from '../begin-request.js';
import type { RateLimiter } from '../rate-limiter.js';
import { rawJsonHeaders } from '../response-headers.js';
import { bestEncoding } from './best-encoding.js';
import { isFromVisitor, isKnown, KEPT_BY_CLIENTS } from './keep-response.js';
import type { CachedResponse, ResponseCache } from './response-cache.js';

const HEADERS = rawJsonHeaders(KEPT_BY_CLIENTS);

/** Objects that the step works with. */
export interface CacheTools {
  readonly cache: ResponseCache;
  readonly limiter: Pick<RateLimiter, 'takeUnawaited'>;
  readonly health: Pick<HealthServer, 'draining'>;
  readonly metrics: Metrics;
  readonly addressOf: AddressOf;
}

/**
 * Responds to a visitor from the cache, if it has the response, without the usual processing. A request with
 * an `Authorization` header, whatever its value, is never answered from the cache, and its response is not
 * cached: members see at once what they did.
 */
export function respondFromCache({ cache, limiter, health, metrics, addressOf }: CacheTools): EarlyStep {
  return (request, response) => {
    // While this process shuts down, clients should close their connections; the usual path tells them so.
    if (!isFromVisitor(request) || health.draining) return false;
    const receivedAt = performance.now();
    const cached = cache.find(request.url ?? '', receivedAt);
    if (!cached || !limiter.takeUnawaited(cached.route.limit, addressOf(request))) return false;
    send(request, response, cached, receivedAt);
    metrics.observeHttp(
      `GET ${cached.route.path}`,
      response.statusCode,
      (performance.now() - receivedAt) / 1000,
    );
    return true;
  };
}

function send(
  { headers }: IncomingMessage,
  response: ServerResponse,
  cached: CachedResponse,
  receivedAt: number,
): void {
  const told = [
    ...HEADERS,
    'etag',
    cached.etag,
    'x-request-id',
    requestIdOf({ headers }) ?? randomUUID(),
    'server-timing',
    `total;dur=${(performance.now() - receivedAt).toFixed(1)}`,
  ];
  if (isKnown(headers['if-none-match'], cached.etag)) {
    response.writeHead(304, told).end();
    return;
  }
  const encoding = bestEncoding(headers['accept-encoding'] ?? '');
  const encoded = encoding && cached.in(encoding);
  const body = encoded ?? cached.body;
  if (encoded) told.push('content-encoding', encoding);
  told.push('content-length', String(body.length));
  response.writeHead(200, told).end(body);
}
