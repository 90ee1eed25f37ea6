import type { Logger } from '@likewell/service-kit/telemetry/logger';
import type { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { endSpan } from '@likewell/service-kit/telemetry/tracing';
import { runInContext } from '@likewell/service-kit/telemetry/request-context';
import type { FastifyRequest } from 'fastify';
import './request-state.js';

/** Counts the response and its duration in the metrics. */
export function countResponse(request: FastifyRequest, status: number, metrics: Metrics): void {
  metrics.observeHttp(`${request.method} ${pathOf(request)}`, status, secondsOf(request));
}

/** Ends the request's span in its trace. */
export function endTrace(request: FastifyRequest, status: number): void {
  if (!request.span) return;
  request.span.setAttribute('http.response.status_code', status);
  request.span.setAttribute('likewell.request_id', request.context.requestId);
  endSpan(request.span, status >= 500 ? String(status) : null);
  request.span = null;
}

/** Logs the response: failures of the server as errors, rejections as information. */
export function logResponse(request: FastifyRequest, status: number, logger: Logger): void {
  const level = status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug';
  if (!logger.isLevelEnabled(level)) return;
  const { method, signedIn } = request;
  const member = signedIn?.memberId ?? null;
  const line = { method, route: pathOf(request), status, seconds: secondsOf(request), member };
  runInContext(request.context, () => {
    logger[level](line, 'request');
  });
}

const pathOf = (request: FastifyRequest) => request.route?.url ?? 'none';
const secondsOf = (request: FastifyRequest) => (performance.now() - request.receivedAt) / 1000;
