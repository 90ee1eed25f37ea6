import proxyaddr from '@fastify/proxy-addr';
import { postsWithdrawn } from '@likewell/contracts/posts/broadcasts';
import { connectRedis } from '@likewell/service-kit/redis/connect-redis';
import { Broadcasts } from '@likewell/service-kit/rpc/broadcasts';
import { connectNats } from '@likewell/service-kit/rpc/connect-nats';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { HealthServer } from '@likewell/service-kit/health/health-server';
import { createLogger, nestLogger, type DestinationStream } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { startTracing } from '@likewell/service-kit/telemetry/tracing';
import { watchConnections } from '@likewell/service-kit/telemetry/watch-connections';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { respondFromCache } from './request/response-cache/respond-from-cache.js';
import { ResponseCache } from './request/response-cache/response-cache.js';
import { AppModule } from './app.module.js';
import type { GatewayConfig } from './config.js';
import { installBeforeRouter } from './request/before-router.js';
import { respondToClientError } from './request/client-error.js';
import { AppErrorFilter } from './request/app-error.filter.js';
import { respondToFrameworkError } from './request/framework-error.js';
import { LoadShedder } from './request/load-shedder.js';
import { RateLimiter } from './request/rate-limiter.js';
import { contractsOf, serveDocumentation } from './documentation/serve-documentation.js';
import { installRequestPath } from './request/request-path.js';
import { TipAdmission } from './request/tip-admission.js';
import { watchGateway } from './request/watch-gateway.js';
import { shareOf } from './share-of.js';

/** A gateway that serves until it is stopped. */
export interface RunningGateway {
  readonly url: string;
  readonly healthPort: number;
  readonly stopTimeoutMs?: number;
  /** Turns readiness off, serves for STOP_DELAY_MS, finishes the requests under way, and closes every connection. */
  stop(): Promise<void>;
}

/** An upload takes a few megabytes while it is read. */
const MAX_UPLOADS = 32;
const MAX_PARAMETER_CHARACTERS = 3000;
const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than nginx keeps an idle connection, so that nginx never sends into one that is being closed. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/**
 * Length of Linux's queue of connections to accept (`somaxconn`): a client that finds it full tries again
 * after one second, and then after two.
 */
const CONNECTION_BACKLOG = 4096;

/** Connects, installs the request path and the routes, and then reports readiness; logs as {@link createLogger}. */
export async function bootGateway(
  config: GatewayConfig,
  metrics = new Metrics('gateway'),
  log?: DestinationStream,
): Promise<RunningGateway> {
  const logger = createLogger('gateway', config.LOG_LEVEL, log);
  logger.info({ environment: config.ENVIRONMENT, outside: {}, limits: config.LIMITS }, 'the outside world');
  const stopTracing = await startTracing('gateway', config, logger);
  const redis = connectRedis(config.REDIS_URL, logger, config.TIMEOUTS.redisMs);
  const nats = await connectNats(config.NATS_URL, 'gateway', logger, {
    seed: config.NATS_SEED,
    ca: config.NATS_CA,
  });
  const rpc = new RpcClient(nats, config.TIMEOUTS.callFactor);
  const share = (all: number) => shareOf(all, config.GATEWAY_WORKERS);
  const shedder = new LoadShedder(
    {
      all: share(config.MAX_IN_FLIGHT),
      tips: share(config.MAX_TIPS_IN_FLIGHT),
      uploads: share(MAX_UPLOADS),
      deposits: share(config.MAX_DEPOSITS_WAITING),
      drafts: share(config.MAX_DRAFTS_IN_FLIGHT),
    },
    logger,
  );
  watchConnections(metrics, { nats, redis });
  const health = new HealthServer(
    { live: { nats: () => !nats.connection.isClosed() }, ready: { nats: () => nats.isConnected() } },
    metrics.registry,
    logger,
  );
  const errors = new AppErrorFilter(logger);
  const broadcasts = new Broadcasts(nats, logger);
  const cache = new ResponseCache();
  broadcasts.listen(postsWithdrawn, () => cache.forgetAll(performance.now()));

  const adapter = new FastifyAdapter({
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // An address may contain a social account with every character escaped.
    routerOptions: { maxParamLength: MAX_PARAMETER_CHARACTERS },
    trustProxy: config.TRUSTED_PROXIES,
    clientErrorHandler: respondToClientError,
    frameworkErrors: respondToFrameworkError(errors, health),
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with({ config, logger, redis, rpc, broadcasts }),
    adapter,
    { logger: nestLogger(logger), abortOnError: false, bodyParser: false },
  );
  const limiter = app.get(RateLimiter);
  installRequestPath(adapter.getInstance(), { shedder, health, metrics, logger, cache });
  const addressOf = (request: IncomingMessage) => proxyaddr(request, config.TRUSTED_PROXIES);
  const admission = new TipAdmission({
    shedder,
    health,
    metrics,
    maxWaiting: share(config.MAX_TIPS_WAITING),
    maxWaitMs: config.MAX_TIP_WAIT_MS,
    addressOf,
  });
  watchGateway(metrics, { shedder, admission, cache });
  installBeforeRouter(app.getHttpServer(), [
    respondFromCache({ cache, limiter, health, metrics, addressOf }),
    admission.step,
  ]);
  app.useGlobalFilters(errors);
  const routes = contractsOf(adapter.getInstance());
  await app.init();
  serveDocumentation(app, routes, limiter);

  await app.listen({ port: config.PORT, host: config.HOST, backlog: CONNECTION_BACKLOG });
  const healthPort = await health.listen(config.HEALTH_PORT, config.HEALTH_HOST);
  logger.info('ready');

  return {
    url: await app.getUrl(),
    healthPort,
    stopTimeoutMs: config.STOP_DELAY_MS + config.STOP_TIMEOUT_MS,
    async stop() {
      health.drain();
      await sleep(config.STOP_DELAY_MS);
      // Waiting tips arrived before the shutdown began, so they are still served.
      await admission.drain();
      await app.close();
      await nats.connection.close();
      redis.disconnect();
      await stopTracing();
      await health.close();
    },
  };
}
