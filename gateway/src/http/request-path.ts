import { runInContext } from '@likewell/service-kit/telemetry/request-context';
import type { Logger } from '@likewell/service-kit/telemetry/logger';
import type { Metrics } from '@likewell/service-kit/telemetry/metrics';
import type { FastifyInstance } from 'fastify';
import { beginRequest, finishRequest } from './begin-request.js';
import type { LoadShedder } from './load-shedder.js';
import type { RateLimiter } from './rate-limiter.js';
import { setAnswerHeaders } from './answer-headers.js';
import type { SessionReader } from './session-reader.js';
import './request-state.js';

/** The tools that the request path works with. */
export interface RequestPathTools {
  readonly shedder: LoadShedder;
  readonly sessions: SessionReader;
  readonly limiter: RateLimiter;
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
  fastify.decorateRequest('memberId', null);
  fastify.decorateRequest('tokenHash', null);
  fastify.decorateRequest('receivedAt', 0);

  fastify.addHook('onRequest', (request, reply, done) => {
    beginRequest(request, reply);
    tools.shedder.enter(request);
    done();
  });
  fastify.addHook('onRequest', async (request) => {
    const { rules } = request.routeOptions.config;
    if (rules) await runInContext(request.context, () => tools.sessions.identify(request, rules.access));
  });
  fastify.addHook('onRequest', async (request) => {
    const { rules } = request.routeOptions.config;
    if (rules) await tools.limiter.take(rules.limit, request.memberId ?? request.ip);
  });
  fastify.addHook('preHandler', (request, _reply, done) => {
    runInContext(request.context, done);
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    setAnswerHeaders(request, reply);
    done(null, payload);
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    tools.shedder.leave(request);
    finishRequest(request, reply, tools);
    done();
  });
  fastify.addHook('onRequestAbort', (request, done) => {
    tools.shedder.leave(request);
    done();
  });
}
