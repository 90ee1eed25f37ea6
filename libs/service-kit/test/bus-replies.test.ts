import { draftWritten } from '@likewell/contracts/ai-drafting/events';
import { sessionsEnded } from '@likewell/contracts/auth/broadcasts';
import { memberRegistered } from '@likewell/contracts/auth/events';
import { BUS_ACCESS } from '@likewell/contracts/bus/access';
import { consumerName, inboxPrefix, STREAMS } from '@likewell/contracts/core/bus-names';
import type { Rpc } from '@likewell/contracts/core/define-rpc';
import { PROCESSES } from '@likewell/contracts/core/processes';
import { revisionSubmitted } from '@likewell/contracts/posts/events';
import { creditDeposit, getBalance, getDepositTotals } from '@likewell/contracts/tipping-ledger/rpc';
import { getPrice } from '@likewell/contracts/wallet-chain-watcher/price';
import { eventually } from '@likewell/testing/eventually';
import { isDeepStrictEqual } from 'node:util';
import { openConsumer } from '../src/events/jetstream-bus.js';
import { Broadcasts } from '../src/rpc/broadcasts.js';
import { RpcClient } from '../src/rpc/rpc-client.js';
import { RpcServer } from '../src/rpc/rpc-server.js';
import { createLogger } from '../src/telemetry/logger.js';
import { Metrics } from '../src/telemetry/metrics.js';
import { forbiddenTo, startBusOfUsers, type BusOfUsers } from './bus-of-users.js';

const silent = createLogger('test', 'silent');

let bus: BusOfUsers;
let buses: BusOfUsers['buses'];

beforeAll(async () => {
  bus = await startBusOfUsers();
  ({ buses } = bus);
  for (const [name, { subject }] of [
    ['posts', revisionSubmitted],
    ['posts', draftWritten],
    ['tipping-ledger', memberRegistered],
  ] as const)
    await eventually(async () =>
      (await openConsumer(buses[name], consumerName(name, subject), subject)).stop(),
    );
});
afterAll(() => bus.stop());

describe('a message to oneself', () => {
  const tries = PROCESSES.flatMap((name) => {
    const { calls, serves, tells, broadcasts, listensTo } = BUS_ACCESS[name];
    const loops = [...calls, ...broadcasts].filter((subject) => [...serves, ...listensTo].includes(subject));
    const targets = [
      ...['rpc.tipping-ledger.credit-deposit', 'rpc.auth.log-in', 'event.auth.member-registered'],
      ...['$JS.API.STREAM.CREATE.SPY', '$JS.API.STREAM.DELETE.EVENTS'],
    ].filter((subject) => ![...calls, ...tells].includes(subject));
    return loops.flatMap((loop) => targets.map((target) => [name, loop, target] as const));
  });

  it.each(tries)('lets %s publish nothing more: %s with the reply subject %s', async (name, loop, target) => {
    const { connection } = buses[name];
    const subscription = connection.subscribe(loop, { queue: name, callback: () => undefined });
    connection.publish(loop, 'x', { reply: target });
    await connection.flush();
    const forbidden = await forbiddenTo(connection, () => {
      connection.publish(target, 'x');
      return [subscription];
    });
    expect(forbidden).toEqual([target]);
  });
});

/** Tells an event of posts that posts reads itself, so that what it holds is its own choice, and pulls it. */
async function tellAndPull(text: string, to: string): Promise<void> {
  await buses.posts.connection.request(revisionSubmitted.subject, text);
  await pull(revisionSubmitted.subject, to);
}

/** Lets NATS send an event that posts reads wherever posts says. */
async function pull(subject: string, to: string): Promise<void> {
  const { connection } = buses.posts;
  const consumer = `${STREAMS.event}.${consumerName('posts', subject)}`;
  connection.publish(`$JS.API.CONSUMER.MSG.NEXT.${consumer}`, '', { reply: to });
  await connection.flush();
}

describe('a call', () => {
  const deposit = { signature: 'made-up', memberId: 1000, amountNano: 5n };
  let server: RpcServer | undefined;
  let inputs: unknown[];
  let strays: { sentAs: string; pulledBy?: string }[];

  /** Serves a call as the ledger does. */
  async function serve(contract: Rpc, outputFor: (input: unknown) => unknown): Promise<void> {
    [inputs, strays] = [[], []];
    const log = createLogger('test', 'error', {
      write: (line) => {
        if (line.includes('a message is no call')) strays.push(JSON.parse(line) as (typeof strays)[number]);
      },
    });
    server = new RpcServer('tipping-ledger', buses['tipping-ledger'], log, new Metrics('test'));
    const handler = (input: unknown) => Promise.resolve(inputs.push(input)).then(() => outputFor(input));
    server.addHandler(contract.subject, handler, false, { contract });
    await new Promise((resolve) => server?.listen(resolve));
  }
  afterEach(() => server?.close());

  it('is not what a process pulls to its subject: no deposit is made up', async () => {
    await serve(creditDeposit, () => ({ credited: true, balanceNano: '5', isUnclaimed: false }));
    await tellAndPull(JSON.stringify({ ...deposit, amountNano: '5' }), creditDeposit.subject);
    await eventually(() => expect(strays).toHaveLength(1));
    expect(inputs).toEqual([]);
    await new RpcClient(buses['wallet-chain-watcher']).call(creditDeposit, deposit);
    expect(inputs).toEqual([deposit]);
  });

  it('is not what a process pulls to its subject, and the log names that process, whoever told the event', async () => {
    await serve(creditDeposit, () => ({ credited: true, balanceNano: '5', isUnclaimed: false }));
    const { subject } = draftWritten;
    await buses['ai-drafting'].connection.request(subject, 'x');
    await pull(subject, creditDeposit.subject);
    await eventually(() => expect(strays).toMatchObject([{ sentAs: subject, pulledBy: 'posts' }]));
    expect(inputs).toEqual([]);
  });

  it('is not what NATS itself sends to its subject, such as the confirmation of an event', async () => {
    await serve(getDepositTotals, () => ({ depositedNano: '5' }));
    const { connection } = buses['ai-drafting'];
    connection.publish(draftWritten.subject, 'x', { reply: getDepositTotals.subject });
    await eventually(() => expect(strays).toHaveLength(1));
    expect(inputs).toEqual([]);
    await new RpcClient(buses['wallet-chain-watcher']).call(getDepositTotals, {});
    expect(inputs).toEqual([{}]);
  });

  it.each([
    { deputy: 'its own service', subject: getBalance.subject, payload: '{"memberId":1001}' },
    { deputy: 'NATS', subject: `$JS.API.STREAM.INFO.${STREAMS.event}`, payload: '' },
  ])('is not answered by what another service has $deputy send', async ({ subject, payload }) => {
    const [member, another] = [{ memberId: 1000 }, { memberId: 1001 }];
    let release: (output: unknown) => void = () => undefined;
    const held = new Promise((resolve) => (release = resolve));
    await serve(getBalance, (input) => (isDeepStrictEqual(input, member) ? held : { balanceNano: '999' }));
    const { connection } = buses['wallet-chain-watcher'];
    let place = '';
    const served = connection.subscribe(getPrice.subject, {
      queue: 'wallet-chain-watcher',
      callback: (_, message) => {
        place = message.reply ?? '';
        message.respond('{"data":{"price":null}}');
      },
    });
    await connection.flush();
    const client = new RpcClient(buses.gateway);
    await client.call(getPrice, {});
    const asked = client.call(getBalance, member);
    await eventually(() => expect(inputs).toEqual([member]));
    // Where the gateway would wait for the ledger if it waited for both under one random id.
    const next = place.replace('.wallet-chain-watcher.', '.tipping-ledger.').replace(/0-1$/, '0-2');
    connection.publish(subject, payload, { reply: next });
    await new RpcClient(buses['wallet-chain-watcher']).call(getBalance, another);
    await buses.gateway.connection.flush();
    release({ balanceNano: '10' });
    expect(await asked).toEqual({ balanceNano: 10n });
    served.unsubscribe();
  });
});

it('a broadcast is not what a process pulls to its subject', async () => {
  const heard: unknown[] = [];
  let errors = 0;
  const log = createLogger('test', 'error', { write: () => (errors += 1) });
  new Broadcasts(buses.gateway, log).listen(sessionsEnded, (said) => heard.push(said));
  await buses.gateway.connection.flush();
  await tellAndPull('{"tokenHashes":[]}', sessionsEnded.subject);
  await eventually(() => expect(errors).toBe(1));
  expect(heard).toEqual([]);
  new Broadcasts(buses.auth, silent).send(sessionsEnded, { tokenHashes: [] });
  await eventually(() => expect(heard).toEqual([{ tokenHashes: [] }]));
});

it('an event is not what another process pulls to the inbox of its reader', async () => {
  const { connection } = buses['tipping-ledger'];
  const subscribing = vi.spyOn(connection, 'subscribe');
  const { subject } = memberRegistered;
  const events = await openConsumer(
    buses['tipping-ledger'],
    consumerName('tipping-ledger', subject),
    subject,
  );
  const inbox = subscribing.mock.calls.map(([subscribed]) => subscribed).at(-1) ?? '';
  subscribing.mockRestore();
  expect(inbox.startsWith(inboxPrefix('tipping-ledger'))).toBe(true);
  await tellAndPull('made up', inbox);
  await buses.auth.connection.request(subject, 'told by auth');
  for await (const event of events) {
    expect(event.text()).toBe('told by auth');
    event.ack();
    break;
  }
  events.stop();
});

it('an event is pulled by its own reader alone, and not by what is sent as an acknowledgement', async () => {
  const { connection } = buses.posts;
  const [theirs, own] = [
    consumerName('tipping-ledger', memberRegistered.subject),
    consumerName('posts', revisionSubmitted.subject),
  ].map((name) => `${STREAMS.event}.${name}`);
  const pulled: string[] = [];
  const inbox = `${inboxPrefix('posts')}.pulled`;
  const subscription = connection.subscribe(inbox, {
    callback: (_, message) => void pulled.push(message.subject),
  });
  await buses.auth.connection.request(memberRegistered.subject, 'for the ledger');
  const next = `$JS.ACK.${theirs}.${own}.1.1.1`;
  const forbidden = await forbiddenTo(connection, () => {
    connection.publish(next, '+NXT {"batch":10,"no_wait":true}', { reply: inbox });
    return [];
  });
  // What NATS sends at such a pull comes before the next confirmation, or not at all.
  await buses.auth.connection.request(memberRegistered.subject, 'another');
  await connection.flush();
  subscription.unsubscribe();
  expect(pulled).toEqual([]);
  expect(forbidden).toEqual([next]);
});
