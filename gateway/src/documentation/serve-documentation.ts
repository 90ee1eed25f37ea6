import type { Route } from '@likewell/contracts/gateway/define-route';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { hash } from 'node:crypto';
import type { RateLimiter } from '../request/rate-limiter.js';
import { isKnown } from '../request/response-cache/keep-response.js';
import { openApiDocument } from './open-api-document.js';

/** Returns the contracts of all routes that are added from now on. */
export function contractsOf(fastify: FastifyInstance): ReadonlySet<Route> {
  const contracts = new Set<Route>();
  fastify.addHook('onRoute', ({ config }) => {
    if (config?.contract) contracts.add(config.contract);
  });
  return contracts;
}

/**
 * Serves the OpenAPI document of these routes at `/api/openapi.json`, and a page that shows it. Nest's guards
 * see neither, so requests for them are counted here, as reads of their network.
 */
export function serveDocumentation(
  app: NestFastifyApplication,
  routes: Iterable<Route>,
  limiter: Pick<RateLimiter, 'takeFrom'>,
): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRoute', (route) => {
    if (!/^\/api\/(?:docs|openapi\.json)(?:\/|$)/.test(route.url)) return;
    route.preHandler = async ({ ip }) => {
      await limiter.takeFrom('read', ip);
    };
  });
  const document = openApiDocument(routes);
  // The module would write the JSON or YAML anew for each request, without any limit.
  SwaggerModule.setup('api/docs', app, document, { raw: false });
  const text = Buffer.from(JSON.stringify(document));
  const etag = `"${hash('sha256', text, 'base64url')}"`;
  fastify.get('/api/openapi.json', (request, reply) => {
    void reply.headers({ etag, 'cache-control': 'no-cache' });
    if (isKnown(request.headers['if-none-match'], etag)) void reply.status(304).send();
    else void reply.type('application/json; charset=utf-8').send(text);
  });
}
