import type { ProcessName } from '@likewell/contracts/core/processes';
import { connectNats } from '@likewell/service-kit/rpc/connect-nats';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { makeBusUsers } from '@likewell/testing/bus-users';
import { eventually } from '@likewell/testing/eventually';
import { NodeProcess, runMigrations } from '@likewell/testing/node-process';
import { startNats, type OwnServer } from '@likewell/testing/test-servers';
import { provisionTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const SERVICES = join(import.meta.dirname, '../../services');
/** Counted from the readiness of the bus keeper; the longest pause between two checks is 2 s. */
const READY_WITHIN_MS = 10_000;
const PAUSE_MS = 20;

const users = makeBusUsers();
const schemas: TestSchema[] = [];
let services: [posts: NodeProcess, ledger: NodeProcess];
let folder: string;
let nats: OwnServer;

beforeAll(async () => {
  nats = await startNats(async (data) => {
    folder = data;
    await users.writeTo(data);
    return `log_file: "${data}/nats.log"\nauthorization { timeout: 10, include "users.conf" }\njetstream { store_dir: "${data}/js" }\n`;
  });
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await nats.remove();
  await Promise.all(schemas.map((schema) => schema.drop()));
});

/** Violations of permissions that NATS has logged so far. */
const violations = () =>
  readFileSync(join(folder, 'nats.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('Violation'));

/** Prepares a service that has its credentials and a schema of its own, but is not started. */
async function prepare(name: ProcessName): Promise<NodeProcess> {
  const schema = await provisionTestSchema(name);
  schemas.push(schema);
  await runMigrations(join(SERVICES, name), schema.ownerUrl);
  return NodeProcess.prepare(join(SERVICES, name), {
    NATS_URL: nats.url,
    NATS_SEED: users.seedOf(name),
    DATABASE_URL: schema.url,
    CURSOR_SECRET: 'a secret for cursors of the tests alone',
    EPOCH: 'off',
  });
}

it('a service that is there before the streams waits for who makes them, and asks NATS for nothing that it may not', async () => {
  services = await Promise.all([prepare('posts'), prepare('tipping-ledger')]);
  const [posts, ledger] = services;
  const waiting = { yet: true };
  const ready = posts.start().finally(() => (waiting.yet = false));
  await eventually(
    async () => expect(await posts.readiness()).toMatchObject({ nats: true, postgres: true, events: false }),
    60_000,
  );
  // It may look several times.
  await sleep(6000);
  expect(waiting.yet).toBe(true);

  await ledger.start();
  // Counted in pauses of this process, which a busy machine holds up as well as those of the service.
  let pauses = 0;
  const looker = (async () => {
    for (; waiting.yet; pauses += 1) await sleep(PAUSE_MS);
  })();
  await Promise.all([ready, looker]);
  expect(pauses * PAUSE_MS).toBeLessThan(READY_WITHIN_MS);
  expect(posts.log).not.toMatch(/comes again/);
  expect(violations()).toEqual([]);
});

it('streams that NATS has lost are waited for in the same way, and the service stays ready', async () => {
  const [posts] = services;
  await nats.kill();
  rmSync(join(folder, 'js'), { recursive: true });
  await nats.restart();
  await posts.logged('nats connection lost');
  // The log stays silent once everything has been found again.
  const lines = () => posts.log.split('\n').length;
  await eventually(async () => {
    const before = lines();
    await sleep(6000);
    expect(lines()).toBe(before);
  }, 40_000);
  expect(await posts.readiness()).toMatchObject({ nats: true, events: true });
  expect(violations()).toEqual([]);
});

it('the log of NATS would tell of what is forbidden', async () => {
  const logger = createLogger('test', 'silent');
  const { connection } = await connectNats(nats.url, 'posts', logger, { seed: users.seedOf('posts') });
  connection.publish('$JS.API.STREAM.CREATE.EVENTS', '{}');
  await connection.flush();
  await eventually(() => expect(violations()).not.toEqual([]));
  await connection.close();
});
