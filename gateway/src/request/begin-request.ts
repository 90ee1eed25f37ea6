import {
  isTracing,
  openRequestSpan,
  traceparentOf,
  type Span,
} from '@likewell/service-kit/telemetry/tracing';
import { newContext } from '@likewell/service-kit/telemetry/request-context';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { arrivalOf } from './arrival.js';

/** Time limit of a request together with everything it causes. A sign-in waits for its turn to hash. */
const REQUEST_BUDGET_MS = 30_000;
const REQUEST_ID = /^[\w-]{8,64}$/;

/** Records when a request arrived and for which route. */
export function recordArrival(request: FastifyRequest): void {
  request.receivedAt = arrivalOf(request.raw);
  request.route = request.routeOptions.config;
}

/**
 * Gives a request its id (nginx's, if it sent one), a trace of its own and its deadline. A visitor's `traceparent` is not
 * read: the share of traces that is kept goes by their ids, so whoever picks an id decides what is kept.
 */
export function beginRequest(request: FastifyRequest, reply: FastifyReply): void {
  const requestId = requestIdOf(request);
  request.span = isTracing() ? openSpanOf(request) : null;
  request.context = newContext({
    ...(requestId && { requestId }),
    ...(request.span && { traceparent: traceparentOf(request.span) }),
    deadline: steadyNow() + REQUEST_BUDGET_MS - (performance.now() - request.receivedAt),
  });
  void reply.header('x-request-id', request.context.requestId);
}

function openSpanOf(request: FastifyRequest): Span | null {
  const route = request.route?.url ?? 'none';
  const attributes = { 'http.request.method': request.method, 'http.route': route };
  return openRequestSpan(`${request.method} ${route}`, attributes);
}

/** Returns the id that nginx gave a request. */
export function requestIdOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const id = headers['x-request-id'];
  return typeof id === 'string' && REQUEST_ID.test(id) ? id : undefined;
}
