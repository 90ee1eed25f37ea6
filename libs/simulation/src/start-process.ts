import { type ServiceConfig, CONFIG } from '@likewell/service-kit/config/config';
import { findJobs } from '@likewell/service-kit/jobs/find-jobs';
import { ProcessState } from '@likewell/service-kit/process/process-state';
import { LOGGER, createLogger, nestLogger } from '@likewell/service-kit/telemetry/logger';
import { REDIS } from '@likewell/service-kit/redis/connect-redis';
import { type ServiceDefinition } from '@likewell/service-kit/process/service-definition';
import { Database } from '@likewell/service-kit/database/database';
import { DatabaseModule } from '@likewell/service-kit/database/database.module';
import { outboxArchive } from '@likewell/service-kit/events/outbox-archive';
import { EVENT_LIMITS, retentionMsOf, startEventsOn } from '@likewell/service-kit/events/start-events';
import type { Nats } from '@likewell/service-kit/rpc/connect-nats';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { RpcErrorFilter } from '@likewell/service-kit/rpc/rpc-error.filter';
import { RpcServer } from '@likewell/service-kit/rpc/rpc-server';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { Module, type DynamicModule, type Type } from '@nestjs/common';
import type { EventEmitter } from 'node:events';
import { DiscoveryModule, DiscoveryService, NestFactory } from '@nestjs/core';
import { DataSource, getMetadataArgsStorage } from 'typeorm';
import type { GatedPostgres } from './gated-postgres.js';
import { SimulatedBus } from './simulated-bus.js';
import type { SimulatedNetwork } from './simulated-network.js';
import type { SimulatedProcess } from './simulated-process.js';
import type { SimulatedStreams } from './simulated-stream.js';

/** What a process of the site runs, and on which infrastructure. */
export interface ProcessPlan {
  readonly definition: ServiceDefinition<never>;
  readonly config: ServiceConfig;
  /** Imported modules that the simulation leaves out. */
  readonly without: readonly Type[];
}

export interface Surroundings {
  readonly postgres: GatedPostgres;
  readonly network: SimulatedNetwork;
  readonly streams: SimulatedStreams;
  readonly log: (line: string) => void;
  /** Stops the virtual time while Nest assembles the modules, which waits for files. */
  readonly whileStill: <T>(work: () => Promise<T>) => Promise<T>;
}

/** A process that serves. */
export interface StartedProcess {
  readonly database: Database;
  get: <T>(token: Type<T>) => T;
}

@Module({})
class KitModule {}

/** Module with the remaining parts of a service. */
@Module({})
class ReducedModule {}

const POOL_SIZE = 6;
const CONNECT_TIMEOUT_MS = 3000;

/** Starts a service as `bootService` does, on the simulation's network, stream and gated Postgres. */
export async function startProcess(
  process: SimulatedProcess,
  { definition, config, without }: ProcessPlan,
  { postgres, network, streams, log, whileStill }: Surroundings,
): Promise<StartedProcess> {
  const logger = createLogger(process.name, 'warn', { write: log });
  const dataSource = await new DataSource({
    type: 'postgres',
    url: config.DATABASE_URL,
    // Entities of all services: the connection is made before Nest runs, which knows those of this service.
    entities: getMetadataArgsStorage().tables.flatMap(({ target }) =>
      typeof target === 'string' ? [] : [target],
    ),
    poolSize: POOL_SIZE,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    logging: false,
    poolErrorHandler: () => undefined,
    extra: {
      Client: postgres.clientClass(),
      idleTimeoutMillis: 60_000,
      onConnect: (client: EventEmitter) => client.on('error', () => undefined),
    },
  }).initialize();
  const [metrics, nats] = [new Metrics(process.name), network.connect(process)];
  const state = new ProcessState();
  const rpc = makeRpcClient(nats, process);
  const providers = [
    { provide: CONFIG, useValue: config },
    { provide: LOGGER, useValue: logger },
    { provide: REDIS, useValue: null },
    { provide: ProcessState, useValue: state },
    { provide: Metrics, useValue: metrics },
    { provide: RpcClient, useValue: rpc },
  ];
  const kit: DynamicModule = {
    module: KitModule,
    global: true,
    imports: [
      DiscoveryModule,
      DatabaseModule.forRoot(() => Promise.resolve(dataSource)),
      leaveOut(definition.module, without),
    ],
    controllers: [outboxArchive(definition.name, retentionMsOf(config))],
    providers,
    exports: providers.map(({ provide }) => provide),
  };
  const app = await whileStill(async () => {
    const made = await NestFactory.createMicroservice(kit, {
      strategy: new RpcServer(definition.name, nats, logger, metrics),
      logger: nestLogger(logger),
      abortOnError: false,
    });
    made.useGlobalFilters(new RpcErrorFilter());
    await made.listen();
    return made;
  });
  const bus = new SimulatedBus(streams, process);
  const discovery = app.get(DiscoveryService);
  const database = app.get(Database);
  startEventsOn(bus, definition.name, config, discovery, { database, logger, metrics, rpc, ...EVENT_LIMITS });
  for (const loop of findJobs(discovery, logger, metrics)) loop.start();
  return { database, get: (token) => app.get(token) };
}

/** Makes the RPC client of a process, with its own id and a steady clock that starts now. */
export function makeRpcClient(nats: Nats, { name }: SimulatedProcess): RpcClient {
  return new RpcClient(nats, 1, { id: name, wallAheadMs: 0, steadyAheadMs: -steadyNow() });
}

/** Returns a module with the same parts, except some of its imports. */
function leaveOut(module: Type, without: readonly Type[]): DynamicModule {
  const part = (name: string) => (Reflect.getMetadata(name, module) ?? []) as Type[];
  return {
    module: ReducedModule,
    imports: part('imports').filter((each) => !without.includes(each)),
    controllers: part('controllers'),
    providers: part('providers'),
  };
}
