import { memberDeleted } from '@likewell/contracts/auth/events';
import { BROADCASTS, BUS_ACCESS, CALLS, EVENTS } from '@likewell/contracts/bus/access';
import { consumerName, inboxPrefix, STREAMS } from '@likewell/contracts/core/bus-names';
import { BUS_KEEPER, usersConf } from '@likewell/contracts/bus/permissions';
import { hasDatabase } from '@likewell/contracts/core/has-database';
import { PROCESSES, type ProcessName } from '@likewell/contracts/core/processes';
import { getEvents, listEventIds } from '@likewell/contracts/core/recover-events';
import { eventually } from '@likewell/testing/eventually';
import { makeNkeyPair } from '@likewell/testing/nkey-pair';
import { jetstream } from '@nats-io/jetstream';
import { connect, nkeyAuthenticator, nkeys, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureConsumer } from '../src/events/event-stream.js';
import { connectNats } from '../src/rpc/connect-nats.js';
import { createLogger } from '../src/telemetry/logger.js';
import { forbiddenTo, startBusOfUsers, type BusOfUsers } from './bus-of-users.js';

const CONF = join(import.meta.dirname, '../../../k8s/components/bus-users/users.conf');
const CONTRACTS = textOf(join(import.meta.dirname, '../../contracts/src'));
const logger = createLogger('test', 'silent');
const SERVICES = PROCESSES.filter((name) => name !== 'gateway');

let bus: BusOfUsers;
let buses: BusOfUsers['buses'];

beforeAll(async () => {
  bus = await startBusOfUsers();
  ({ buses } = bus);
});
afterAll(() => bus.stop());

const ignore = () => undefined;
const ofEach = SERVICES.flatMap((name) => [listEventIds(name), getEvents(name), hasDatabase(name)]);
const calls = [...CALLS, ...ofEach].map(({ subject }) => subject);
const events = [...EVENTS, ...BROADCASTS].map(({ subject }) => subject);
const inboxes = PROCESSES.map((name) => `${inboxPrefix(name)}.any`);
/** Where services reply to callers, and where they did in the version before. */
const places = PROCESSES.flatMap((caller) => [
  ...PROCESSES.map((service) => `${inboxPrefix(caller)}.${service}.random.0-1`),
  `${inboxPrefix(caller)}.random.0-1`,
]);
/** Who may call a service, and so gets replies of it. */
const callersOf = (name: ProcessName) =>
  PROCESSES.filter((caller) => BUS_ACCESS[caller].calls.some((subject) => subject.split('.')[1] === name));
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
const consumers = PROCESSES.flatMap(consumersOf);
const pulls = consumers.map((consumer) => `$JS.API.CONSUMER.MSG.NEXT.${consumer}`);
/**
 * In the form of today, in the one with a domain and an account, to which NATS will change, and in that of today with
 * another consumer where the form to come has its own.
 */
const acknowledgementsOf = (name: ProcessName) =>
  consumersOf(name).flatMap((consumer) => [
    `$JS.ACK.${consumer}.1.1.1.1.0`,
    `$JS.ACK.domain.account.${consumer}.1.1.1.1.0`,
    ...consumers.map((another) => `$JS.ACK.${consumer}.${another}.1.1.1`),
  ]);
const acknowledgements = PROCESSES.flatMap(acknowledgementsOf);

describe.each(PROCESSES)('%s', (name) => {
  const { calls: mayCall, tells, serves, broadcasts, listensTo } = BUS_ACCESS[name];
  const keeps = (subject: string) => name === BUS_KEEPER && /\.(CREATE|UPDATE)\./.test(subject);
  const own = consumersOf(name).map((consumer) => `$JS.API.CONSUMER.MSG.NEXT.${consumer}`);

  it('makes the calls and tells the events of its contracts, and nothing else', async () => {
    const { connection } = buses[name];
    const all = [
      ...[...calls, ...events, ...inboxes, ...places],
      ...[...jetStream, ...pulls, ...acknowledgements, ...elsewhere],
    ];
    const replies = callersOf(name).flatMap((caller) => [
      `${inboxPrefix(caller)}.${name}.random.0-1`,
      `${inboxPrefix(caller)}.random.0-1`,
    ]);
    const allowed = new Set<string>([
      ...[...mayCall, ...tells, ...broadcasts, ...replies],
      ...[...own, ...acknowledgementsOf(name), ...jetStream.filter(keeps)],
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
  const { url } = bus;
  await expect(connectNats(url, 'auth', logger)).rejects.toThrow(/authorization/i);
  const { seed } = makeNkeyPair();
  await expect(connectNats(url, 'auth', logger, { seed })).rejects.toThrow(/authorization/i);
  for (const options of [
    ...[{}, { user: 'gateway' }, { user: 'gateway', pass: 'gateway' }, { token: 'gateway' }],
    { authenticator: nkeyAuthenticator(nkeys.createAccount().getSeed()) },
  ])
    await expect(connect({ servers: url, reconnect: false, ...options })).rejects.toThrow(/authorization/i);
});

it('has the consumers of every reader made by the keeper', async () => {
  for (const { subject, readers } of EVENTS)
    for (const reader of readers as ProcessName[])
      await eventually(() =>
        ensureConsumer(buses[reader].connection, consumerName(reader, subject), subject),
      );
});

it('lets an event be acknowledged by whom it was given to', async () => {
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
  const acknowledge = (who: NatsConnection) => () => {
    who.publish(reply, '+ACK');
    return [];
  };
  const { connection: other } = buses.giveaway;
  expect(await forbiddenTo(other, acknowledge(other))).toEqual([reply]);
  expect(await unacknowledged()).toBe(1);
  expect(await forbiddenTo(connection, acknowledge(connection))).toEqual([]);
  // NATS puts an acknowledgement in a queue of the consumer and answers other requests in the meantime.
  await eventually(async () => expect(await unacknowledged()).toBe(0));
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
