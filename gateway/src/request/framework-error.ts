import type { HealthServer } from '@likewell/service-kit/health/health-server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppErrorFilter } from './app-error.filter.js';
import { beginRequest, recordArrival } from './begin-request.js';

/** Responds to requests whose address Fastify cannot parse; they never reach the hooks. */
export function respondToFrameworkError(
  errors: Pick<AppErrorFilter, 'send'>,
  health: Pick<HealthServer, 'draining'>,
) {
  return (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    recordArrival(request);
    beginRequest(request, reply);
    if (health.draining) void reply.header('connection', 'close');
    void errors.send(error, request, reply);
  };
}
