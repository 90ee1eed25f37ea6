import { readSchema } from '@likewell/service-kit/database/schema-definition';
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { BootedProcess } from './booted-process.js';
import { endAll, startAllOrNone, type End } from './end-all.js';
import { makeNkeyPair } from './nkey-pair.js';
import { NodeProcess, runScript, START_TIMEOUT_MS } from './node-process.js';
import { freePort } from './spawn-server.js';
import { startNats, startRedis, type OwnServer } from './test-servers.js';
import { createTestSchema, type TestSchema } from './test-schema.js';

const ROOT = join(import.meta.dirname, '../../..');
const SECRETS = {
  CURSOR_SECRET: 'a secret for cursors of the tests alone',
  TOTP_SECRET: 'a secret for codes of the tests alone',
  NETWORK_SECRET: 'a secret for networks of the tests alone',
};
const SERVICES = ['auth', 'posts', 'tipping-ledger'] as const;

export type ServiceName = (typeof SERVICES)[number];

/** The gateway and every service on servers of their own: as separate processes, or booted in the test's own. */
export interface TestStack<Part = NodeProcess> {
  /** URL of the gateway, without a trailing slash. */
  readonly url: string;
  readonly gateway: Part;
  readonly services: Readonly<Record<ServiceName, Part>>;
  readonly schemas: Readonly<Record<ServiceName, TestSchema>>;
  readonly nats: OwnServer;
  readonly redis: OwnServer;
  /**
   * Starts one more gateway, always as a process, with these variables in addition to the stack's; it ends with
   * the stack. Returns its URL.
   */
  addGateway(variables?: Record<string, string>): Promise<string>;
  /** Runs an operator's task of auth, such as `grant` with `user=maya`. */
  operate(task: string, ...words: string[]): Promise<string>;
  stop(): Promise<void>;
}

/** A stack whose parts are booted in the test's own process. */
export type BootedStack = TestStack<BootedProcess>;

interface Variables {
  readonly variables: Record<string, string>;
  readonly auth: Record<string, string>;
  readonly everywhere: Record<string, string>;
}
interface Startable {
  start(withinMs?: number): Promise<void>;
  stop(): Promise<void>;
}
type Prepare<Part> = (folder: string, variables: Record<string, string>) => Promise<Part>;
const prepareProcess: Prepare<NodeProcess> = (folder, variables) => NodeProcess.prepare(folder, variables);
const prepareBooted: Prepare<BootedProcess> = (folder, variables) => BootedProcess.prepare(folder, variables);

const starterOf =
  <Part extends Startable>(prepare: Prepare<Part>) =>
  (
    variables: Record<string, string> = {},
    auth: Record<string, string> = {},
    everywhere: Record<string, string> = {},
  ): Promise<TestStack<Part>> =>
    startAllOrNone((ends) => startAll({ variables, auth, everywhere }, prepare, ends));

/**
 * Starts the built system behind its gateway; `variables` go to the gateway, `auth` to auth in addition to
 * its own, `everywhere` to every process. Needs `npm run build`.
 */
export const startStack = starterOf(prepareProcess);

/**
 * Boots the same from its sources in the test's own process, for tests that kill or halt no part of it. A
 * process can have one gateway at a time: Passport keeps the strategies of the last one for all.
 */
export const bootStack = starterOf(prepareBooted);

async function startAll<Part extends Startable>(
  { variables, auth, everywhere }: Variables,
  prepare: Prepare<Part>,
  ends: End[],
): Promise<TestStack<Part>> {
  // The whole stack has the time of one process: a hook that gave up before would never learn of its parts.
  const giveUpAt = performance.now() + START_TIMEOUT_MS;
  const nats = await startNats();
  ends.push(() => nats.remove());
  const redis = await startRedis();
  ends.push(() => redis.remove());
  const voucher = makeNkeyPair();
  const passwords = generateKeyPairSync('x25519');
  const bus = {
    NATS_URL: nats.url,
    REDIS_URL: redis.url,
    ACTOR_PUBLIC_KEYS: voucher.publicKey,
    PASSWORD_OPEN_KEY: passwords.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    PASSWORD_SEAL_KEY: passwords.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    ...everywhere,
  };
  // All of them have ended before the first failure is thrown.
  const results = await Promise.allSettled(
    SERVICES.map((name) => startOne(name, { ...bus, ...(name === 'auth' && auth) }, prepare, ends)),
  );
  const started = results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
  const startGateway = async <Gateway extends Startable>(
    prepareGateway: Prepare<Gateway>,
    ownVariables: Record<string, string>,
    withinMs?: number,
  ) => {
    const port = await freePort();
    const gateway = await prepareGateway(join(ROOT, 'gateway'), {
      ...bus,
      ACTOR_SEED: voucher.seed,
      HOST: '127.0.0.1',
      PORT: String(port),
      LIMITS: 'load',
      ...ownVariables,
    });
    ends.push(() => gateway.stop());
    await gateway.start(withinMs);
    return { url: `http://127.0.0.1:${port}`, gateway };
  };
  const { url, gateway } = await startGateway(prepare, variables, giveUpAt - performance.now());
  return {
    url,
    gateway,
    services: byName(started.map(({ name, process }) => [name, process])),
    schemas: byName(started.map(({ name, schema }) => [name, schema])),
    nats,
    redis,
    addGateway: async (ownVariables = {}) => (await startGateway(prepareProcess, ownVariables)).url,
    operate(task, ...words) {
      const DATABASE_URL = started.find(({ name }) => name === 'auth')?.schema.url ?? '';
      return runScript(
        join(ROOT, 'services/auth'),
        `cli/${task}`,
        { ...bus, ...SECRETS, DATABASE_URL },
        words,
      );
    },
    stop: () => endAll(ends),
  };
}

/** Boots one more service beside a booted stack; stop it before the stack. */
export async function bootBeside(
  { nats, redis }: BootedStack,
  name: string,
  variables: Record<string, string>,
): Promise<{ process: BootedProcess; schema: TestSchema; stop(): Promise<void> }> {
  const bus = { NATS_URL: nats.url, REDIS_URL: redis.url, ...variables };
  return startAllOrNone(async (ends) => {
    const { process, schema } = await startOne(name, bus, prepareBooted, ends);
    return { process, schema, stop: () => endAll(ends) };
  });
}

async function startOne<Name extends string, Part extends Startable>(
  name: Name,
  bus: Record<string, string>,
  prepare: Prepare<Part>,
  ends: End[],
) {
  const folder = join(ROOT, 'services', name);
  const schema = await createTestSchema(name, readSchema(join(folder, 'db')));
  ends.push(() => schema.drop());
  const process = await prepare(folder, {
    ...bus,
    DATABASE_URL: schema.url,
    ...SECRETS,
    HASH_MAX_WAIT_MS: '10000',
    EPOCH: 'off',
    // All members in a test come from one network.
    BONUSES_PER_NETWORK: '1000000',
  });
  ends.push(() => process.stop());
  await process.start();
  return { name, process, schema };
}

function byName<Value>(entries: (readonly [ServiceName, Value])[]): Record<ServiceName, Value> {
  return Object.fromEntries(entries) as Record<ServiceName, Value>;
}
