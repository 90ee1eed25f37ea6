import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

/**
 * Reads JSON as Fastify does, but an empty body is none: some calls of the spec (section 7) send a JSON content
 * type and nothing more. A route that needs a body refuses its absence by its own contract.
 */
export function installJsonParser(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  const { bodyLimit } = fastify.initialConfig;
  const parse = fastify.getDefaultJsonParser('error', 'error');
  app.useBodyParser('application/json', { bodyLimit: bodyLimit ?? 0 }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request as FastifyRequest, body.toString(), done);
  });
}
