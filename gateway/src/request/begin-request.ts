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
const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Records when a request arrived and for which route. */
export function recordArrival(request: FastifyRequest): void {
  request.receivedAt = arrivalOf(request.raw);
  request.route = request.routeOptions.config;
}

/** Gives a request its id (nginx's, if it sent one), its trace and its deadline. */
export function beginRequest(request: FastifyRequest, reply: FastifyReply): void {
  const requestId = requestIdOf(request);
  const received = receivedTrace(request);
  request.span = isTracing() ? openSpanOf(request, received) : null;
  const traceparent = request.span ? traceparentOf(request.span) : received;
  request.context = newContext({
    ...(requestId && { requestId }),
    ...(traceparent && { traceparent }),
    deadline: steadyNow() + REQUEST_BUDGET_MS - (performance.now() - request.receivedAt),
  });
  void reply.header('x-request-id', request.context.requestId);
}

function openSpanOf(request: FastifyRequest, received: string | undefined): Span | null {
  const route = request.route?.url ?? 'none';
  const attributes = { 'http.request.method': request.method, 'http.route': route };
  return openRequestSpan(`${request.method} ${route}`, received, attributes);
}

function receivedTrace({ headers: { traceparent } }: FastifyRequest): string | undefined {
  return typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? traceparent : undefined;
}

/** Returns the id that nginx gave a request. */
export function requestIdOf({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const id = headers['x-request-id'];
  return typeof id === 'string' && REQUEST_ID.test(id) ? id : undefined;
}
