import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, NestFactory } from '@nestjs/core';
import type { Redis } from 'ioredis';
import { CONFIG, type RedisConfig, type ServiceConfig } from '../config/config.js';
import { outsideHosts } from '../config/environment.js';
import { Database } from '../database/database.js';
import { DatabaseModule } from '../database/database.module.js';
import { openDatabase } from '../database/open-database.js';
import { PostgresProbe } from '../database/postgres-probe.js';
import { outboxArchive } from '../events/outbox-archive.js';
import { EVENT_LIMITS, retentionMsOf, startEvents } from '../events/start-events.js';
import { HealthServer } from '../health/health-server.js';
import { findJobs } from '../jobs/find-jobs.js';
import { connectRedis, REDIS } from '../redis/connect-redis.js';
import { Broadcasts } from '../rpc/broadcasts.js';
import { ActorVerifier } from '../rpc/actor-token.js';
import { connectNats, type Nats } from '../rpc/connect-nats.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { RpcErrorFilter } from '../rpc/rpc-error.filter.js';
import { RpcServer } from '../rpc/rpc-server.js';
import {
  createLogger,
  LOGGER,
  nestLogger,
  type DestinationStream,
  type Logger,
} from '../telemetry/logger.js';
import { Metrics } from '../telemetry/metrics.js';
import { startTracing } from '../telemetry/tracing.js';
import { watchConnections } from '../telemetry/watch-connections.js';
import { BackgroundWork } from './background-work.js';
import { DatabaseWatch } from './database-watch.js';
import { ProcessState } from './process-state.js';
import type { ServiceDefinition } from './service-definition.js';

/** Providers that every module of a service may inject. */
@Module({})
class KitModule {}

@Module({ providers: [BackgroundWork] })
class RootModule {}

/** A service that serves until it is stopped. */
export interface RunningService {
  readonly logger: Logger;
  readonly stopTimeoutMs?: number;
  /** Turns readiness off, finishes running work, and closes every connection. */
  stop(): Promise<void>;
}

interface Infrastructure {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly nats: Nats;
  readonly redis: Redis | null;
  readonly state: ProcessState;
}

/**
 * Connects a service's infrastructure, starts its handlers, and then reports that it is ready; logs as
 * {@link createLogger}.
 * @throws ConfigError in production, when it would call a stand-in
 */
export async function bootService<Config extends ServiceConfig>(
  definition: ServiceDefinition<Config>,
  config: Config,
  log?: DestinationStream,
): Promise<RunningService> {
  const { ENVIRONMENT } = config;
  const outside = outsideHosts(ENVIRONMENT, definition.outside?.(config) ?? {});
  const logger = createLogger(definition.name, config.LOG_LEVEL, log);
  const stopTracing = await startTracing(definition.name, config, logger);
  const infrastructure = await connect(definition, config, logger);
  const { metrics, nats, redis, state } = infrastructure;
  logger.info({ environment: ENVIRONMENT, outside }, 'the outside world');
  const disconnect = async () => {
    await nats.connection.close();
    redis?.disconnect();
  };
  const calls = new RpcServer(definition.name, nats, logger, metrics, verifierOf(config));
  const app = await NestFactory.createMicroservice(rootModule(definition, config, infrastructure), {
    strategy: calls,
    logger: nestLogger(logger),
    abortOnError: false,
  }).catch(async (error: unknown) => {
    await disconnect();
    throw error;
  });
  const database = app.get(Database);
  app.useGlobalFilters(new RpcErrorFilter());
  // `init` is not called first: a microservice would then run its hooks a second time here.
  await app.listen();

  const discovery = app.get(DiscoveryService);
  const limits = definition.eventLimits ?? EVENT_LIMITS;
  const rpc = app.get(RpcClient);
  const tools = { nats, database, logger, metrics, rpc, ...limits };
  const jobs = findJobs(discovery, logger, metrics);
  const events = startEvents(definition.name, config, discovery, tools, definition.keepsBus);
  app.get(BackgroundWork).start(events, jobs);
  const probe = new PostgresProbe(config.DATABASE_URL, definition.name);
  const watch = new DatabaseWatch({ service: definition.name, nats, rpc, calls, probe, logger });
  watch.start();
  watchConnections(metrics, { nats, database, redis, hasDatabase: () => watch.hasDatabase });
  const health = new HealthServer(
    {
      live: { nats: () => !nats.connection.isClosed() },
      ready: {
        nats: () => nats.isConnected(),
        postgres: () => watch.hasDatabase,
        events: () => events.isReady(),
        ...state.checks,
      },
    },
    metrics.registry,
    logger,
  );
  await health.listen(config.HEALTH_PORT, config.HEALTH_HOST);
  logger.info('ready');

  return {
    logger,
    stopTimeoutMs: config.STOP_TIMEOUT_MS,
    async stop() {
      health.drain();
      state.stop();
      await Promise.all([watch.stop(), app.close()]);
      await disconnect();
      await stopTracing();
      await health.close();
    },
  };
}

async function connect(
  definition: ServiceDefinition,
  config: ServiceConfig,
  logger: Logger,
): Promise<Infrastructure> {
  return {
    logger,
    metrics: new Metrics(definition.name),
    nats: await connectNats(config.NATS_URL, definition.name, logger, {
      seed: config.NATS_SEED,
      ca: config.NATS_CA,
    }),
    redis: usesRedis(config) ? connectRedis(config.REDIS_URL, logger, config.TIMEOUTS.redisMs) : null,
    state: new ProcessState(),
  };
}

const verifierOf = ({ ACTOR_PUBLIC_KEYS: keys }: ServiceConfig) => (keys ? new ActorVerifier(keys) : null);

const usesRedis = (config: ServiceConfig): config is ServiceConfig & RedisConfig => 'REDIS_URL' in config;

function rootModule(
  definition: ServiceDefinition,
  config: ServiceConfig,
  { logger, metrics, nats, redis, state }: Infrastructure,
): DynamicModule {
  const providers = [
    { provide: CONFIG, useValue: config },
    { provide: LOGGER, useValue: logger },
    { provide: REDIS, useValue: redis },
    { provide: ProcessState, useValue: state },
    { provide: Metrics, useValue: metrics },
    { provide: RpcClient, useValue: new RpcClient(nats, config.TIMEOUTS.callFactor) },
    { provide: Broadcasts, useValue: new Broadcasts(nats, logger) },
  ];
  const database = DatabaseModule.forRoot((entities) =>
    openDatabase(
      {
        url: config.DATABASE_URL,
        poolSize: config.DATABASE_POOL_SIZE,
        applicationName: definition.name,
        entities,
      },
      logger,
    ),
  );
  const kit: DynamicModule = {
    module: KitModule,
    global: true,
    providers,
    exports: providers.map(({ provide }) => provide),
  };
  return {
    module: RootModule,
    imports: [kit, database, DiscoveryModule, definition.module],
    controllers: [outboxArchive(definition.name, retentionMsOf(config))],
  };
}
