import { runInContext } from '@likewell/service-kit/telemetry/request-context';
import type { Logger } from '@likewell/service-kit/telemetry/logger';
import type { HealthServer } from '@likewell/service-kit/health/health-server';
import type { Metrics } from '@likewell/service-kit/telemetry/metrics';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { finished, Readable } from 'node:stream';
import { beginRequest, recordArrival } from './begin-request.js';
import { countResponse, endTrace, logResponse } from './finish-request.js';
import type { LoadShedder } from './load-shedder.js';
import { forgetChanged, keepResponse } from './response-cache/keep-response.js';
import type { ResponseCache } from './response-cache/response-cache.js';
import { setResponseHeaders } from './response-headers.js';
import { leaveBodiesUnread } from './request-body.js';
import { reject } from './reject.js';
import './request-state.js';

/** nginx's status for a client that left before the response. */
const CLIENT_CLOSED = 499;
const SOURCE_FAILED = 500;

/** Objects that the request path uses. */
export interface RequestPathTools {
  readonly cache: ResponseCache;
  readonly shedder: LoadShedder;
  readonly health: Pick<HealthServer, 'draining'>;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/**
 * Installs the steps before and after Nest's part of a request. The request is rejected if the gateway is
 * full (503), and gets its id and deadline; in the end it gets its headers, its log line and its count.
 * Between them are Nest's own steps: the guards of `RequestModule` check the session (401), the limit (429),
 * the role (403) and, on some routes, that the member has confirmed lately (403); only then the body is read
 * (400), by the pipe or the strategy of a sign-in.
 */
export function installRequestPath(fastify: FastifyInstance, tools: RequestPathTools): void {
  fastify.decorateRequest('context');
  fastify.decorateRequest('span', null);
  fastify.decorateRequest('signedIn', null);
  fastify.decorateRequest('takeBackUse', null);
  fastify.decorateRequest('receivedAt', 0);
  fastify.decorateRequest('isAdmitted', false);
  fastify.decorateRequest('place', null);
  fastify.decorateRequest('route', null);

  leaveBodiesUnread(fastify);

  fastify.addHook('onRequest', (request, reply, done) => {
    recordArrival(request);
    request.isAdmitted = tools.shedder.enter(request);
    if (request.isAdmitted) {
      beginRequest(request, reply);
      done();
    } else {
      reject(request, reply, tools.health.draining);
    }
  });
  fastify.addHook('preHandler', (request, _reply, done) => {
    runInContext(request.context, done);
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    keepResponse(request, reply, payload, tools.cache);
    forgetChanged(request, reply, tools.cache);
    setResponseHeaders(request, reply);
    // A client that keeps its connection open would delay the end of this process.
    if (tools.health.draining) void reply.header('connection', 'close');
    // The work is done, so the place is free even if the client is still connected: after the body was read,
    // no hook reports that a client leaves.
    if (payload instanceof Readable) followStream(payload, request, reply, tools);
    else tools.shedder.leave(request);
    if (request.raw.socket.destroyed) endTrace(request, CLIENT_CLOSED);
    done(null, reply.statusCode === 304 ? null : payload);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    tools.shedder.leave(request);
    finishRequest(request, reply.statusCode, tools);
    done();
  });
  fastify.addHook('onRequestAbort', (request, done) => {
    endTrace(request, CLIENT_CLOSED);
    tools.shedder.leave(request);
    done();
  });
}

/**
 * No hook reports a stream that ends early, because its client left or its source failed after the headers
 * were sent.
 */
function followStream(
  payload: Readable,
  request: FastifyRequest,
  reply: FastifyReply,
  tools: RequestPathTools,
): void {
  finished(payload, () => tools.shedder.leave(request));
  finished(reply.raw, (cut) => {
    if (cut) finishRequest(request, payload.errored ? SOURCE_FAILED : CLIENT_CLOSED, tools);
  });
}

function finishRequest(request: FastifyRequest, status: number, { metrics, logger }: RequestPathTools): void {
  countResponse(request, status, metrics);
  endTrace(request, status);
  if (request.isAdmitted) logResponse(request, status, logger);
}
