import { join } from 'node:path';
import { NodeProcess, runMigrations, runScript } from './node-process.js';
import { freePort } from './spawn-server.js';
import { startNats, startRedis, type OwnServer } from './test-servers.js';
import { provisionTestSchema, type TestSchema } from './test-schema.js';

const ROOT = join(__dirname, '../../..');
const SERVICES = ['auth', 'posts', 'tipping-ledger'] as const;

export type ServiceName = (typeof SERVICES)[number];

/** The gateway and every service as processes of their own, on servers of their own. */
export interface TestStack {
  /** Of the gateway, without a trailing slash. */
  readonly url: string;
  readonly gateway: NodeProcess;
  readonly services: Readonly<Record<ServiceName, NodeProcess>>;
  readonly schemas: Readonly<Record<ServiceName, TestSchema>>;
  readonly nats: OwnServer;
  readonly redis: OwnServer;
  /** Runs an operator's task of auth, such as `grant` with `user=maya`. */
  operate(task: string, ...words: string[]): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts the built system behind its gateway; `variables` go to the gateway, `auth` to auth on top of its own,
 * `everywhere` to every process.
 * Needs `npm run build`.
 */
export async function startStack(
  variables: Record<string, string> = {},
  auth: Record<string, string> = {},
  everywhere: Record<string, string> = {},
): Promise<TestStack> {
  const [nats, redis] = await Promise.all([startNats(), startRedis()]);
  const bus = { NATS_URL: nats.url, REDIS_URL: redis.url, ...everywhere };
  const started = await Promise.all(
    SERVICES.map((name) => startOne(name, { ...bus, ...(name === 'auth' && auth) })),
  );
  const port = await freePort();
  const gateway = await NodeProcess.prepare(join(ROOT, 'gateway'), {
    ...bus,
    HOST: '127.0.0.1',
    PORT: String(port),
    LIMITS: 'load',
    ...variables,
  });
  await gateway.start();
  return {
    url: `http://127.0.0.1:${port}`,
    gateway,
    services: byName(started.map(({ name, process }) => [name, process])),
    schemas: byName(started.map(({ name, schema }) => [name, schema])),
    nats,
    redis,
    operate(task, ...words) {
      const DATABASE_URL = started.find(({ name }) => name === 'auth')?.schema.url ?? '';
      return runScript(join(ROOT, 'services/auth'), task, { ...bus, DATABASE_URL }, words);
    },
    async stop() {
      await gateway.stop();
      await Promise.all(started.map(({ process }) => process.stop()));
      await Promise.all([nats.remove(), redis.remove(), ...started.map(({ schema }) => schema.drop())]);
    },
  };
}

/** One more service beside a stack, as a process of its own; stop it before the stack. */
export async function startBeside(
  { nats, redis }: TestStack,
  name: string,
  variables: Record<string, string>,
): Promise<{ process: NodeProcess; schema: TestSchema; stop(): Promise<void> }> {
  const { process, schema } = await startOne(name, {
    NATS_URL: nats.url,
    REDIS_URL: redis.url,
    ...variables,
  });
  return {
    process,
    schema,
    async stop() {
      await process.stop();
      await schema.drop();
    },
  };
}

async function startOne<Name extends string>(name: Name, bus: Record<string, string>) {
  const folder = join(ROOT, 'services', name);
  const schema = await provisionTestSchema(name);
  await runMigrations(folder, schema.ownerUrl);
  const process = await NodeProcess.prepare(folder, {
    ...bus,
    DATABASE_URL: schema.url,
    CURSOR_SECRET: 'a secret for cursors of the tests alone',
    HASH_MAX_WAIT_MS: '10000',
    EPOCH: 'off',
  });
  await process.start();
  return { name, process, schema };
}

function byName<Value>(entries: (readonly [ServiceName, Value])[]): Record<ServiceName, Value> {
  return Object.fromEntries(entries) as Record<ServiceName, Value>;
}
