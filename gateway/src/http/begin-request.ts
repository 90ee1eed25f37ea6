import { newContext, runInContext } from '@likewell/service-kit/telemetry/request-context';
import type { Logger } from '@likewell/service-kit/telemetry/logger';
import type { Metrics } from '@likewell/service-kit/telemetry/metrics';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a request and everything it causes may take in all. Signing in waits for its turn to hash. */
const REQUEST_BUDGET_MS = 30_000;
const REQUEST_ID = /^[\w-]{8,64}$/;
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Gives a request its id (nginx's, when it sent one), its trace and its deadline. */
export function beginRequest(request: FastifyRequest, reply: FastifyReply): void {
  request.receivedAt = performance.now();
  request.context = newContext({
    ...matching('requestId', request.headers['x-request-id'], REQUEST_ID),
    ...matching('traceparent', request.headers.traceparent, TRACEPARENT),
    deadline: Date.now() + REQUEST_BUDGET_MS,
  });
  void reply.header('x-request-id', request.context.requestId);
}

/** Counts the answer and writes its line: failures of ours as errors, refusals as information. */
export function finishRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { metrics, logger }: { metrics: Metrics; logger: Logger },
): void {
  const seconds = (performance.now() - request.receivedAt) / 1000;
  const route = request.routeOptions.url ?? 'none';
  const status = reply.statusCode;
  metrics.httpServed.observe({ route: `${request.method} ${route}`, status: String(status) }, seconds);
  const level = status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug';
  runInContext(request.context, () => {
    logger[level]({ method: request.method, route, status, seconds, member: request.memberId }, 'request');
  });
}

function matching(key: string, value: string | string[] | undefined, pattern: RegExp): object {
  return typeof value === 'string' && pattern.test(value) ? { [key]: value } : {};
}
