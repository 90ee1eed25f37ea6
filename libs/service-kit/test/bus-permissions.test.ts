import { memberDeleted } from '@likewell/contracts/auth/events';
import { BROADCASTS, BUS_ACCESS, CALLS, EVENTS } from '@likewell/contracts/bus/access';
import { consumerName, inboxPrefix, STREAMS } from '@likewell/contracts/core/bus-names';
import { BUS_KEEPER, usersConf } from '@likewell/contracts/bus/permissions';
import { hasDatabase } from '@likewell/contracts/core/has-database';
import { PROCESSES, type ProcessName } from '@likewell/contracts/core/processes';
import { getEvents, listEventIds } from '@likewell/contracts/core/recover-events';
import { makeBusUsers } from '@likewell/testing/bus-users';
import { eventually } from '@likewell/testing/eventually';
import { makeNkeyPair } from '@likewell/testing/nkey-pair';
import { startNats, type OwnServer } from '@likewell/testing/test-servers';
import { jetstream } from '@nats-io/jetstream';
import {
  connect,
  errors,
  nkeyAuthenticator,
  nkeys,
  type Msg,
  type NatsConnection,
  type Subscription,
} from '@nats-io/transport-node';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RETENTION_MS, STREAM_MAX_BYTES } from '../src/config/event-defaults.js';
import { BusKeeper } from '../src/events/bus-keeper.js';
import { ensureConsumer, ensureStream } from '../src/events/event-stream.js';
import { connectNats, type Nats } from '../src/rpc/connect-nats.js';
import { createLogger } from '../src/telemetry/logger.js';

const CONF = join(import.meta.dirname, '../../../k8s/components/bus-users/users.conf');
const CONTRACTS = textOf(join(import.meta.dirname, '../../contracts/src'));
const logger = createLogger('test', 'silent');
const options = { replicas: 1, maxBytes: STREAM_MAX_BYTES, retentionMs: RETENTION_MS };
const SERVICES = PROCESSES.filter((name) => name !== 'gateway');

let server: OwnServer;
let buses: Record<ProcessName, Nats>;
let keeper: BusKeeper;

beforeAll(async () => {
  const users = makeBusUsers();
  server = await startNats(async (folder) => {
    await users.writeTo(folder);
    return `authorization { timeout: 10, include "users.conf" }\njetstream { store_dir: ${JSON.stringify(folder)} }\n`;
  });
  const connected = PROCESSES.map(
    async (name) =>
      [name, await connectNats(server.url, name, logger, { seed: users.seedOf(name) })] as const,
  );
  buses = Object.fromEntries(await Promise.all(connected)) as Record<ProcessName, Nats>;
  keeper = new BusKeeper(EVENTS, buses[BUS_KEEPER], options, logger);
  keeper.start();
  for (const kind of ['event', 'total'] as const)
    await eventually(() => ensureStream(buses.posts.connection, kind, options));
});
afterAll(async () => {
  await keeper.stop();
  await Promise.all(Object.values(buses).map(({ connection }) => connection.close()));
  await server.remove();
});

/** Returns what NATS forbids a connection during `work`; its subscriptions end afterwards. */
async function forbiddenTo(connection: NatsConnection, work: () => Subscription[]): Promise<string[]> {
  const forbidden: string[] = [];
  const watched = connection.status() as ReturnType<NatsConnection['status']> & { stop(): void };
  const watching = (async () => {
    for await (const { type, ...status } of watched)
      if (type === 'error' && 'error' in status && status.error instanceof errors.PermissionViolationError)
        forbidden.push(status.error.subject);
  })();
  const subscriptions = work();
  await connection.flush();
  for (const subscription of subscriptions) subscription.unsubscribe();
  watched.stop();
  await watching;
  return forbidden.sort();
}

const ignore = () => undefined;
const ofEach = SERVICES.flatMap((name) => [listEventIds(name), getEvents(name), hasDatabase(name)]);
const calls = [...CALLS, ...ofEach].map(({ subject }) => subject);
const events = [...EVENTS, ...BROADCASTS].map(({ subject }) => subject);
const inboxes = PROCESSES.map((name) => `${inboxPrefix(name)}.any`);
const elsewhere = [
  ...['$SYS.REQ.SERVER.PING', '$SYS.REQ.SERVER.CLOSE', '$JS.API.STREAM.LIST', '_INBOX.any', 'anything'],
];
const jetStream = Object.values(STREAMS).flatMap((stream) => [
  ...['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'MSG.GET', 'MSG.DELETE', 'SNAPSHOT'].map(
    (verb) => `$JS.API.STREAM.${verb}.${stream}`,
  ),
  `$JS.API.CONSUMER.CREATE.${stream}.spy`,
  `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.spy`,
  `$JS.API.CONSUMER.DELETE.${stream}.spy`,
]);
const consumersOf = (name: ProcessName) =>
  EVENTS.filter(({ readers }) => readers.includes(name)).map(({ subject }) => {
    const stream = STREAMS[subject.startsWith('total') ? 'total' : 'event'];
    return `${stream}.${consumerName(name, subject)}`;
  });
const pulls = PROCESSES.flatMap(consumersOf).map((consumer) => `$JS.API.CONSUMER.MSG.NEXT.${consumer}`);
const acknowledgements = PROCESSES.flatMap(consumersOf).map((consumer) => `$JS.ACK.${consumer}.1.1.1.1.0`);

describe.each(PROCESSES)('%s', (name) => {
  const { calls: mayCall, tells, serves, broadcasts, listensTo } = BUS_ACCESS[name];
  const keeps = (subject: string) => name === BUS_KEEPER && /\.(CREATE|UPDATE)\./.test(subject);
  const own = consumersOf(name).map((consumer) => `$JS.API.CONSUMER.MSG.NEXT.${consumer}`);

  it('makes the calls and tells the events of its contracts, and nothing else', async () => {
    const { connection } = buses[name];
    const all = [...calls, ...events, ...inboxes, ...jetStream, ...pulls, ...acknowledgements, ...elsewhere];
    const allowed = new Set<string>([
      ...mayCall,
      ...tells,
      ...broadcasts,
      ...own,
      ...jetStream.filter(keeps),
    ]);
    const forbidden = await forbiddenTo(connection, () => {
      for (const subject of all) connection.publish(subject, 'x');
      return [];
    });
    expect(forbidden).toEqual(all.filter((subject) => !allowed.has(subject)).sort());
  });

  it('hears its own calls and replies, and nothing else', async () => {
    const { connection } = buses[name];
    const all = [
      ...[...calls, ...events, ...inboxes, '>', '*.>', 'rpc.>', 'rpc.*.*', 'rpc.auth.*', '_INBOX.>'],
      ...['$JS.>', '$SYS.>', 'event.>', 'total.>'],
    ];
    const allowed = new Set<string>([...serves, ...listensTo, `${inboxPrefix(name)}.any`]);
    const forbidden = await forbiddenTo(connection, () =>
      all.map((subject) =>
        connection.subscribe(subject, { ...(serves.includes(subject) && { queue: name }), callback: ignore }),
      ),
    );
    expect(forbidden).toEqual(all.filter((subject) => !allowed.has(subject)).sort());
  });

  it('cannot listen to its calls beside its replicas', async () => {
    const { connection } = buses[name];
    const forbidden = await forbiddenTo(connection, () =>
      serves.map((subject) => connection.subscribe(subject, { callback: ignore })),
    );
    expect(forbidden).toEqual([...serves].sort());
  });
});

it('lets nobody in without an identity', async () => {
  await expect(connectNats(server.url, 'auth', logger)).rejects.toThrow(/authorization/i);
  const { seed } = makeNkeyPair();
  await expect(connectNats(server.url, 'auth', logger, { seed })).rejects.toThrow(/authorization/i);
  for (const options of [
    ...[{}, { user: 'gateway' }, { user: 'gateway', pass: 'gateway' }, { token: 'gateway' }],
    { authenticator: nkeyAuthenticator(nkeys.createAccount().getSeed()) },
  ])
    await expect(connect({ servers: server.url, reconnect: false, ...options })).rejects.toThrow(
      /authorization/i,
    );
});

it('has the consumers of every reader made by the keeper', async () => {
  for (const { subject, readers } of EVENTS)
    for (const reader of readers as ProcessName[])
      await eventually(() =>
        ensureConsumer(buses[reader].connection, consumerName(reader, subject), subject),
      );
});

it('carries one reply to the caller', async () => {
  const [asker, service] = [buses.gateway.connection, buses.auth.connection];
  const [subject, reply] = ['rpc.auth.find-avatar', `${inboxPrefix('gateway')}.once`];
  const replies: string[] = [];
  const inbox = asker.subscribe(reply, { callback: (_, message) => void replies.push(message.string()) });
  const responding = service.subscribe(subject, {
    queue: 'auth',
    callback: (_, message) => void message.respond('first'),
  });
  await Promise.all([service.flush(), asker.flush()]);
  asker.publish(subject, 'x', { reply });
  await eventually(() => {
    expect(replies).toEqual(['first']);
  });
  expect(
    await forbiddenTo(service, () => {
      service.publish(reply, 'second');
      return [];
    }),
  ).toEqual([reply]);
  for (const subscription of [inbox, responding]) subscription.unsubscribe();
});

it('lets an event be acknowledged once by whom it was given to', async () => {
  const { connection } = buses.posts;
  const name = consumerName('posts', memberDeleted.subject);
  const consumer = await eventually(() => jetstream(connection).consumers.get(STREAMS.event, name));
  const unacknowledged = async () => (await consumer.info()).num_ack_pending;
  const given: Msg[] = [];
  const inbox = `${inboxPrefix('posts')}.pulled`;
  const pulled = connection.subscribe(inbox, { callback: (_, message) => void given.push(message) });
  buses.auth.connection.publish(memberDeleted.subject, 'x');
  connection.publish(`$JS.API.CONSUMER.MSG.NEXT.${STREAMS.event}.${name}`, '', { reply: inbox });
  await eventually(() => expect(given).toHaveLength(1));
  expect(await unacknowledged()).toBe(1);
  const reply = given[0]?.reply ?? '';
  const acknowledge = () => {
    connection.publish(reply, '+ACK');
    return [];
  };
  expect(await forbiddenTo(connection, acknowledge)).toEqual([]);
  // NATS puts an acknowledgement in a queue of the consumer and answers other requests in the meantime.
  await eventually(async () => expect(await unacknowledged()).toBe(0));
  expect(await forbiddenTo(connection, acknowledge)).toEqual([reply]);
  pulled.unsubscribe();
});

it('knows every declared call, event and broadcast', () => {
  const declared = [...CONTRACTS.matchAll(/^ {2}subject: '([^']+)',$/gm)].map(([, subject]) => subject);
  expect([...CALLS, ...EVENTS, ...BROADCASTS].map(({ subject }) => subject).sort()).toEqual(declared.sort());
});

describe.each(SERVICES)('%s', (name) => {
  const source = join(import.meta.dirname, '../../../services', name, 'src');

  it('is among the readers of what it has a handler for, and of nothing else', () => {
    const handled = [...textOf(source).matchAll(/@OnEvents?(?:Prepared)?\((\w+)[,)]/g)].map(
      ([, event = '']) => event,
    );
    const declared = new Map(
      [
        ...CONTRACTS.matchAll(/^export const (\w+) = define(?:Event|Total)\(\{\n {2}subject: '([^']+)'/gm),
      ].map(([, event = '', subject]) => [event, subject] as const),
    );
    expect(handled.map((event) => declared.get(event)).sort()).toEqual([...BUS_ACCESS[name].hears].sort());
  });

  it('has a retry-events.ts, with which `make retry-events` tries events again, if it hears any', () => {
    expect(existsSync(join(source, 'retry-events.ts'))).toBe(BUS_ACCESS[name].hears.length > 0);
  });
});

it('is what the stacks are given', () => {
  const written = readFileSync(CONF, 'utf8') === usersConf();
  expect(written, '`npm run write:bus` has not been run since a contract was changed').toBe(true);
});

/** Returns the text of all TypeScript files below a folder. */
function textOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}
