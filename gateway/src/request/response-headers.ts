import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sets the headers of every response of the API. */
export function setResponseHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const total = (performance.now() - request.receivedAt).toFixed(1);
  void reply.header('server-timing', `total;dur=${total}`).header('x-content-type-options', 'nosniff');
  if (!reply.hasHeader('cache-control')) void reply.header('cache-control', 'no-store');
}

/** Headers of JSON for `writeHead`, names and values in turn: the form that costs Node the least. */
export const rawJsonHeaders = (others: Readonly<Record<string, string>>): string[] =>
  Object.entries({
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    ...others,
  }).flat();
