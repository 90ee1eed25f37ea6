import * as authRoutes from '@likewell/contracts/gateway/auth';
import type { Route } from '@likewell/contracts/gateway/define-route';
import * as holdersRoutes from '@likewell/contracts/gateway/holders';
import * as postRoutes from '@likewell/contracts/gateway/posts';
import * as walletRoutes from '@likewell/contracts/gateway/wallet';
import { connectRedis } from '@likewell/service-kit/redis/connect-redis';
import { connectNats } from '@likewell/service-kit/rpc/connect-nats';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { HealthServer } from '@likewell/service-kit/telemetry/health-server';
import { createLogger, nestLogger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { gatewayModule } from './app.module.js';
import type { GatewayConfig } from './config.js';
import { beginRequest } from './http/begin-request.js';
import { answerClientError } from './http/client-error.js';
import { ErrorFilter } from './http/error.filter.js';
import { LoadShedder } from './http/load-shedder.js';
import { openApiDocument } from './http/open-api.js';
import { RateLimiter } from './http/rate-limiter.js';
import { installRequestPath } from './http/request-path.js';
import { SessionReader } from './http/session-reader.js';

/** A gateway that serves, until it is stopped. */
export interface RunningGateway {
  readonly url: string;
  /** Turns readiness off, finishes the requests under way, and lets go of every connection. */
  stop(): Promise<void>;
}

/** The longest post in the longest spelling of JSON fits. */
const BODY_LIMIT_BYTES = 128 * 1024;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than nginx keeps an idle connection, so that it never sends into one that closes. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

const routes: readonly Route[] = [authRoutes, postRoutes, walletRoutes, holdersRoutes].flatMap((resource) =>
  Object.values(resource).filter((value): value is Route => typeof value === 'object' && 'method' in value),
);

/** Connects, installs the request path and the routes, and then says that it is ready. */
export async function bootGateway(config: GatewayConfig): Promise<RunningGateway> {
  const logger = createLogger('gateway', config.LOG_LEVEL);
  const metrics = new Metrics('gateway');
  const redis = connectRedis(config.REDIS_URL, logger);
  const nats = await connectNats(config.NATS_URL, 'gateway', logger);
  const rpc = new RpcClient(nats);
  const sessions = new SessionReader(redis, rpc);
  const limiter = new RateLimiter(redis, config);
  const errors = new ErrorFilter(logger);

  const adapter = new FastifyAdapter({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    trustProxy: config.TRUSTED_PROXIES,
    clientErrorHandler: answerClientError,
    // An address that Fastify cannot read never reaches the hooks.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      beginRequest(request, reply);
      void errors.send(error, request, reply);
    },
  });
  installRequestPath(adapter.getInstance(), {
    shedder: new LoadShedder(config.MAX_IN_FLIGHT),
    sessions,
    limiter,
    metrics,
    logger,
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    gatewayModule({ rpc, sessions, limiter }),
    adapter,
    {
      logger: nestLogger(logger),
      abortOnError: false,
    },
  );
  app.useGlobalFilters(errors);
  SwaggerModule.setup('api/docs', app, openApiDocument(routes), { jsonDocumentUrl: 'api/openapi.json' });

  const health = new HealthServer(
    { live: { nats: () => !nats.connection.isClosed() }, ready: { nats: () => nats.isConnected() } },
    metrics,
    logger,
  );
  await app.listen(config.PORT, config.HOST);
  await health.listen(config.HEALTH_PORT);
  logger.info('ready');

  return {
    url: await app.getUrl(),
    async stop() {
      health.drain();
      await app.close();
      await nats.connection.drain();
      redis.disconnect();
      await health.close();
    },
  };
}
