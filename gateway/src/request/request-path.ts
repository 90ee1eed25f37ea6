import { runInContext } from '@likewell/service-kit/telemetry/request-context';
import type { Logger } from '@likewell/service-kit/telemetry/logger';
import type { HealthServer } from '@likewell/service-kit/health/health-server';
import type { Metrics } from '@likewell/service-kit/telemetry/metrics';
import type { FastifyInstance } from 'fastify';
import { beginRequest, recordArrival } from './begin-request.js';
import { countAnswer, endTrace, logAnswer } from './finish-request.js';
import type { LoadShedder } from './load-shedder.js';
import type { RateLimiter } from './rate-limiter.js';
import { setAnswerHeaders } from './response-headers.js';
import { reject } from './reject.js';
import type { SessionReader } from './session-reader.js';
import { installUploads } from './uploads.js';
import './request-state.js';

/** nginx's status for a client that did not wait for the answer. */
const CLIENT_CLOSED = 499;

/** The tools that the request path works with. */
export interface RequestPathTools {
  readonly shedder: LoadShedder;
  readonly sessions: SessionReader;
  readonly limiter: RateLimiter;
  readonly health: Pick<HealthServer, 'draining'>;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/**
 * What each request passes, in this order: it gets its id and deadline, is shed when the gateway is full,
 * is known by its session (401), is held to its limit (429), and only then is its body read and checked
 * (400). The rules belong to the route that Fastify matched, so no spelling of a path goes around them.
 */
export function installRequestPath(fastify: FastifyInstance, tools: RequestPathTools): void {
  fastify.decorateRequest('context');
  fastify.decorateRequest('span', null);
  fastify.decorateRequest('memberId', null);
  fastify.decorateRequest('tokenHash', null);
  fastify.decorateRequest('receivedAt', 0);
  fastify.decorateRequest('route', null);

  fastify.addHook('onRequest', (request, reply, done) => {
    recordArrival(request);
    if (tools.shedder.enter(request)) {
      beginRequest(request, reply);
      done();
    } else {
      reject(request, reply);
    }
  });
  fastify.addHook('onRequest', async (request) => {
    const rules = request.route?.rules;
    if (!rules) return;
    await tools.sessions.identify(request, rules.access);
    await tools.limiter.take(rules.limit, request.memberId ?? request.ip);
  });
  installUploads(fastify);
  fastify.addHook('preHandler', (request, _reply, done) => {
    runInContext(request.context, done);
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    setAnswerHeaders(request, reply);
    // A client that kept its connection would hold up the end of this process for as long.
    if (tools.health.draining) void reply.header('connection', 'close');
    done(null, payload);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    countAnswer(request, reply, tools);
    endTrace(request, reply.statusCode);
    if (tools.shedder.leave(request)) logAnswer(request, reply, tools);
    done();
  });
  fastify.addHook('onRequestAbort', (request, done) => {
    endTrace(request, CLIENT_CLOSED);
    tools.shedder.leave(request);
    done();
  });
}
