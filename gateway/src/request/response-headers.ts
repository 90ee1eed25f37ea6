import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sets the headers of every response of the API. */
export function setResponseHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const total = (performance.now() - request.receivedAt).toFixed(1);
  void reply.header('server-timing', `total;dur=${total}`).header('x-content-type-options', 'nosniff');
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
}
