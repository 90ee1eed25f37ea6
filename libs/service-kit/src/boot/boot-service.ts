import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, NestFactory } from '@nestjs/core';
import type { Redis } from 'ioredis';
import { Database } from '../database/database.js';
import { openDatabase } from '../database/open-database.js';
import { findCronJobs } from './cron-jobs.js';
import { findEventConsumers } from '../events/event-consumers.js';
import { OutboxRelay } from '../events/outbox-relay.js';
import { connectRedis } from '../redis/connect-redis.js';
import { connectNats, type Nats } from '../rpc/connect-nats.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { RpcErrorFilter } from '../rpc/rpc-error.filter.js';
import { RpcServer } from '../rpc/rpc-server.js';
import { HealthServer } from '../telemetry/health-server.js';
import { createLogger, nestLogger, type Logger } from '../telemetry/logger.js';
import { Metrics } from '../telemetry/metrics.js';
import { startTracing } from '../telemetry/tracing.js';
import { watchConnections } from '../telemetry/watch-connections.js';
import type { RedisConfig, ServiceConfig } from './config.js';
import { ProcessState } from './process-state.js';
import { CONFIG, LOGGER, REDIS, type ServiceDefinition } from './service-definition.js';

@Module({})
class KitModule {}

/** A service that serves, until it is stopped. */
export interface RunningService {
  readonly logger: Logger;
  readonly stopTimeoutMs?: number;
  /** Turns readiness off, finishes what is under way, and lets go of every connection. */
  stop(): Promise<void>;
}

interface Infrastructure {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly nats: Nats;
  readonly database: Database;
  readonly redis: Redis | null;
  readonly state: ProcessState;
}

/** Connects a service's infrastructure, starts its handlers, and then says that it is ready. */
export async function bootService<Config extends ServiceConfig>(
  definition: ServiceDefinition<Config>,
  config: Config,
): Promise<RunningService> {
  const stopTracing = await startTracing(definition.name, config);
  const infrastructure = await connect(definition, config);
  const { logger, metrics, nats, database, state } = infrastructure;
  watchConnections(metrics, infrastructure);
  const app = await NestFactory.createMicroservice(kitModule(definition, config, infrastructure), {
    strategy: new RpcServer(definition.name, nats, logger, metrics),
    logger: nestLogger(logger),
    abortOnError: false,
  });
  app.useGlobalFilters(new RpcErrorFilter());
  // Not `init` first: a microservice would then run its hooks a second time here.
  await app.listen();

  const streamReplicas = config.STREAM_REPLICAS;
  const relay = new OutboxRelay(database, nats, logger, metrics, streamReplicas);
  const consumers = findEventConsumers(app.get(DiscoveryService), {
    service: definition.name,
    streamReplicas,
    ...infrastructure,
  });
  const jobs = findCronJobs(app.get(DiscoveryService), logger);
  const health = new HealthServer(
    {
      live: { nats: () => !nats.connection.isClosed() },
      ready: { nats: () => nats.isConnected(), postgres: () => database.isReachable(), ...state.checks },
    },
    metrics,
    logger,
  );
  relay.start();
  for (const loop of [...consumers, ...jobs]) loop.start();
  await health.listen(config.HEALTH_PORT);
  logger.info('ready');

  return {
    logger,
    stopTimeoutMs: config.STOP_TIMEOUT_MS,
    async stop() {
      health.drain();
      state.stop();
      await app.close();
      await Promise.all([...consumers, ...jobs].map((loop) => loop.stop()));
      await relay.stop();
      await nats.connection.close();
      infrastructure.redis?.disconnect();
      await database.dataSource.destroy();
      await stopTracing();
      await health.close();
    },
  };
}

async function connect(definition: ServiceDefinition, config: ServiceConfig): Promise<Infrastructure> {
  const logger = createLogger(definition.name, config.LOG_LEVEL);
  const dataSource = await openDatabase(
    {
      url: config.DATABASE_URL,
      poolSize: config.DATABASE_POOL_SIZE,
      applicationName: definition.name,
    },
    logger,
  );
  return {
    logger,
    metrics: new Metrics(definition.name),
    nats: await connectNats(config.NATS_URL, definition.name, logger),
    database: new Database(dataSource),
    redis: usesRedis(config) ? connectRedis(config.REDIS_URL, logger, config.REDIS_TIMEOUT_MS) : null,
    state: new ProcessState(),
  };
}

const usesRedis = (config: ServiceConfig): config is ServiceConfig & RedisConfig => 'REDIS_URL' in config;

function kitModule(
  definition: ServiceDefinition,
  config: ServiceConfig,
  { logger, metrics, nats, database, redis, state }: Infrastructure,
): DynamicModule {
  const providers = [
    { provide: CONFIG, useValue: config },
    { provide: LOGGER, useValue: logger },
    { provide: REDIS, useValue: redis },
    { provide: ProcessState, useValue: state },
    { provide: Metrics, useValue: metrics },
    { provide: Database, useValue: database },
    { provide: RpcClient, useValue: new RpcClient(nats, config.CALL_PATIENCE) },
  ];
  return {
    module: KitModule,
    global: true,
    imports: [DiscoveryModule, definition.module],
    providers,
    exports: providers.map(({ provide }) => provide),
  };
}
