import { bootService, type RunningService } from '@likewell/service-kit/process/boot-service';
import { readConfig, type ServiceConfig } from '@likewell/service-kit/config/config';
import type { ServiceDefinition } from '@likewell/service-kit/process/service-definition';
import type { SchemaDefinition } from '@likewell/service-kit/database/schema-definition';
import { startNats, type OwnServer } from './test-servers.js';
import { TestBus } from './test-bus.js';
import { createTestSchema, type TestSchema } from './test-schema.js';

/** A real service on a schema and a NATS server of its own, and a bus to call it. */
export interface ServiceUnderTest {
  readonly schema: TestSchema;
  readonly natsServer: OwnServer;
  readonly bus: TestBus;
  /** The first one. */
  readonly replica: RunningService;
  /**
   * Boots one more replica with these variables, of another version if a definition is given;
   * {@link ServiceUnderTest.stop} ends it too.
   */
  addReplica(variables?: Record<string, string>, version?: ServiceDefinition): Promise<RunningService>;
  stop(): Promise<void>;
}

/**
 * Boots a service as its `main.ts` does, with these variables in addition to those that the kit needs.
 * @param startBus starts its own NATS server
 */
export async function startService<Config extends ServiceConfig>(
  definition: ServiceDefinition<Config>,
  schemaDefinition: SchemaDefinition,
  variables: Record<string, string> = {},
  startBus: () => Promise<OwnServer> = startNats,
): Promise<ServiceUnderTest> {
  const [schema, natsServer] = await Promise.all([
    createTestSchema(definition.name, schemaDefinition),
    startBus(),
  ]);
  const replicas = new Set<RunningService>();
  const addReplica = async (ownVariables: Record<string, string> = {}, version?: ServiceDefinition) => {
    const variablesOfReplica = {
      ENVIRONMENT: 'development',
      DATABASE_URL: schema.url,
      NATS_URL: natsServer.url,
      HEALTH_PORT: '0',
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      CURSOR_SECRET: 'a secret for cursors of the tests alone',
      TOTP_SECRET: 'a secret for codes of the tests alone',
      NETWORK_SECRET: 'a secret for networks of the tests alone',
      EPOCH: 'off',
      ...variables,
      ...ownVariables,
    };
    const running = version
      ? await bootService(version, readConfig(version.config, variablesOfReplica))
      : await bootService(definition, readConfig(definition.config, variablesOfReplica));
    const replica: RunningService = {
      logger: running.logger,
      stop: () => (replicas.delete(replica) ? running.stop() : Promise.resolve()),
    };
    replicas.add(replica);
    return replica;
  };
  const replica = await addReplica();
  const bus = await TestBus.connect(natsServer.url);
  return {
    schema,
    natsServer,
    bus,
    replica,
    addReplica,
    async stop() {
      await Promise.all([...replicas].map((running) => running.stop()));
      await bus.close();
      await natsServer.remove();
      await schema.drop();
    },
  };
}
