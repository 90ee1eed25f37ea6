import { runInContext } from '@likewell/service-kit/telemetry/request-context';
import type { Logger } from '@likewell/service-kit/telemetry/logger';
import type { HealthServer } from '@likewell/service-kit/health/health-server';
import type { Metrics } from '@likewell/service-kit/telemetry/metrics';
import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { beginRequest, recordArrival } from './begin-request.js';
import { countResponse, endTrace, logResponse } from './finish-request.js';
import type { LoadShedder } from './load-shedder.js';
import { forgetChanged, keepResponse } from './response-cache/keep-response.js';
import type { ResponseCache } from './response-cache/response-cache.js';
import { setResponseHeaders } from './response-headers.js';
import { leaveBodiesUnread } from './request-body.js';
import { reject } from './reject.js';
import './request-state.js';

/** nginx's status for a client that did not wait for the response. */
const CLIENT_CLOSED = 499;

/** The tools that the request path works with. */
export interface RequestPathTools {
  readonly cache: ResponseCache;
  readonly shedder: LoadShedder;
  readonly health: Pick<HealthServer, 'draining'>;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/**
 * What each request passes before and after Nest has it: it is rejected when the gateway is full (503), gets its id and
 * deadline, and in the end its headers, its line and its count. Between lie Nest's own steps: the guards of `RequestModule`
 * know the session (401), hold the limit (429) and the role (403); only then the pipe reads the body (400).
 */
export function installRequestPath(fastify: FastifyInstance, tools: RequestPathTools): void {
  fastify.decorateRequest('context');
  fastify.decorateRequest('span', null);
  fastify.decorateRequest('signedIn', null);
  fastify.decorateRequest('takeBackUse', null);
  fastify.decorateRequest('receivedAt', 0);
  fastify.decorateRequest('isAdmitted', false);
  fastify.decorateRequest('route', null);

  leaveBodiesUnread(fastify);

  fastify.addHook('onRequest', (request, reply, done) => {
    recordArrival(request);
    request.isAdmitted = tools.shedder.enter(request);
    if (request.isAdmitted) {
      beginRequest(request, reply);
      done();
    } else {
      reject(request, reply);
    }
  });
  fastify.addHook('preHandler', (request, _reply, done) => {
    runInContext(request.context, done);
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    keepResponse(request, reply, payload, tools.cache);
    forgetChanged(request, reply, tools.cache);
    setResponseHeaders(request, reply);
    // A client that kept its connection would hold up the end of this process for as long.
    if (tools.health.draining) void reply.header('connection', 'close');
    // The work is done, so the place is free, whoever is still there: once their body was read, a client's leaving is told by no hook.
    if (!(payload instanceof Readable)) tools.shedder.leave(request);
    if (request.raw.socket.destroyed) endTrace(request, CLIENT_CLOSED);
    done(null, payload);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    countResponse(request, reply, tools);
    endTrace(request, reply.statusCode);
    tools.shedder.leave(request);
    if (request.isAdmitted) logResponse(request, reply, tools);
    done();
  });
  fastify.addHook('onRequestAbort', (request, done) => {
    endTrace(request, CLIENT_CLOSED);
    tools.shedder.leave(request);
    done();
  });
}
