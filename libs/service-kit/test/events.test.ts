import { commonErrors } from '@likewell/contracts/core/common-errors';
import { eventually } from '@likewell/testing/eventually';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { jetstream, jetstreamManager, type ConsumerInfo } from '@nats-io/jetstream';
import { randomUUID } from 'node:crypto';
import { STREAMS } from '@likewell/contracts/core/bus-names';
import {
  arrived,
  control,
  count,
  counted,
  measured,
  tallySchema,
  tallyService,
  weighed,
  work,
} from './tally.js';

const ARRIVALS = 'tally_event_neighbour_arrived';
const MEASUREMENTS = 'tally_event_neighbour_measured';
/** What failed comes again after a second; the rest is for a machine with other work. */
const REDELIVERED_MS = 60_000;

let tally: ServiceUnderTest;

beforeAll(async () => {
  tally = await startService(tallyService, tallySchema);
});
afterAll(() => tally.stop());

async function effectsOf(label: string): Promise<number> {
  const { rowCount } = await tally.schema.owner.query('SELECT FROM effect WHERE label = $1', [label]);
  return rowCount ?? 0;
}

const tell = (label: string, eventId = randomUUID()) => tally.bus.tell(arrived, { label }, eventId);

/** Waits until everything sent before has been handled. */
async function everythingHeard(): Promise<void> {
  const label = randomUUID();
  await tell(label);
  await eventually(async () => expect(await effectsOf(label)).toBe(1));
}

const publishRaw = (payload: string) =>
  jetstream(tally.bus.nats.connection).publish(arrived.subject, payload);

async function arrivals(): Promise<ConsumerInfo> {
  const manager = await jetstreamManager(tally.bus.nats.connection);
  return manager.consumers.info(STREAMS.event, ARRIVALS);
}

describe('an event', () => {
  it('that comes again and again takes effect once', async () => {
    const eventId = randomUUID();
    for (let time = 0; time < 3; time += 1) await tell('told thrice', eventId);
    await everythingHeard();
    expect(await effectsOf('told thrice')).toBe(1);
  });

  it('whose handler fails comes again, and nothing of the failed attempt remains', async () => {
    control.failuresLeft.set('fails first', 1);
    await tell('fails first');
    await eventually(async () => expect(await effectsOf('fails first')).toBe(1), REDELIVERED_MS);
    expect(control.found.get('fails first')).toEqual([0, 0]);
    await everythingHeard();
    expect(await effectsOf('fails first')).toBe(1);
  });

  it('recorded in a transaction that was rolled back never leaves', async () => {
    const rolledBack = tally.bus.call(count, { label: 'rolled back', rollBack: true });
    await expect(rolledBack).rejects.toMatchObject({ code: commonErrors.INTERNAL.code });
    await tally.bus.call(count, { label: 'committed', rollBack: false });
    await eventually(async () => expect(await effectsOf('committed')).toBe(1));
    const manager = await jetstreamManager(tally.bus.nats.connection);
    const { state } = await manager.streams.info(STREAMS.event, { subjects_filter: counted.subject });
    expect(state.subjects).toEqual({ [counted.subject]: 1 });
    expect(await effectsOf('rolled back')).toBe(0);
  });

  it('of a version newer than its reader waits for a newer reader', async () => {
    const expectUnacknowledged = (expected: number) =>
      eventually(async () => expect((await arrivals()).num_ack_pending).toBe(expected));
    await expectUnacknowledged(0);
    const envelope = { id: randomUUID(), type: arrived.subject, occurredAt: new Date().toISOString() };
    const origin = { actor: null, traceparent: null, requestId: null };
    await publishRaw(JSON.stringify({ ...envelope, ...origin, version: 2, data: { label: 'newer' } }));
    await everythingHeard();
    expect(await effectsOf('newer')).toBe(0);
    await expectUnacknowledged(1);
    const { rowCount } = await tally.schema.owner.query('SELECT FROM inbox WHERE event_id = $1', [
      envelope.id,
    ]);
    expect(rowCount).toBe(0);
  });

  it('that nobody can read neither holds up those behind it nor keeps the service busy', async () => {
    const poison = ['no json', '', '{}', '[]', 'null', JSON.stringify({ id: 'x', version: 1, data: 7 })];
    for (const payload of poison) await publishRaw(payload);
    await everythingHeard();
    const before = (await arrivals()).delivered.consumer_seq;
    const startedAt = Date.now();
    await eventually(
      async () => expect((await arrivals()).num_redelivered).toBeGreaterThanOrEqual(poison.length),
      REDELIVERED_MS,
    );
    const deliveries = (await arrivals()).delivered.consumer_seq - before;
    // Each backs off for 1, 2, 4 … seconds; one more event waits from the previous test.
    expect(deliveries).toBeLessThanOrEqual((poison.length + 2) * (1 + (Date.now() - startedAt) / 1000));
    await everythingHeard();
  });
});

describe('events that are taken together', () => {
  const sendMany = async (labels: string[]) => {
    for (const label of labels) await tally.bus.tell(weighed, { label });
  };

  it('share a transaction with those that came while the last ones were handled, in order and at most 64', async () => {
    let open: () => void = () => undefined;
    control.gate = new Promise((resolve) => (open = resolve));
    const labels = Array.from({ length: 150 }, (_, index) => `weight ${index}`);
    await sendMany(labels);
    open();
    await eventually(async () => expect(await effectsOf('weight 149')).toBe(1));
    expect(control.together.flat()).toEqual(labels);
    const sizes = control.together.map((events) => events.length);
    expect(Math.max(...sizes)).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(64);
  });

  it('take effect once each, though one among them fails and one comes twice', async () => {
    let open: () => void = () => undefined;
    control.gate = new Promise((resolve) => (open = resolve));
    control.failuresLeft.set('too heavy', Infinity);
    const twin = randomUUID();
    await sendMany(['first', 'second']);
    await tally.bus.tell(weighed, { label: 'twin' }, twin);
    await sendMany(['too heavy', 'last']);
    await tally.bus.tell(weighed, { label: 'twin' }, twin);
    open();
    await eventually(async () => expect(await effectsOf('last')).toBe(1));
    for (const label of ['first', 'second', 'twin']) expect(await effectsOf(label)).toBe(1);
    expect(await effectsOf('too heavy')).toBe(0);
    // If it came again in a later test, its transaction would stay open while that test keeps the gate closed.
    control.failuresLeft.delete('too heavy');
    await eventually(async () => expect(await effectsOf('too heavy')).toBe(1), REDELIVERED_MS);
  });
});

describe('events that are prepared', () => {
  const measure = (label: string, eventId = randomUUID()) => tally.bus.tell(measured, { label }, eventId);
  const open = Promise.resolve();

  const holds: (() => void)[] = [];

  /** Blocks preparations from now on, or until the next pause begins, until it is released. */
  function pausePreparation(): () => void {
    let letGo: () => void = () => undefined;
    control.gate = new Promise((resolve) => (letGo = resolve));
    holds.push(letGo);
    return letGo;
  }
  afterEach(() => {
    control.gate = open;
    for (const letGo of holds.splice(0)) letGo();
  });

  /** Waits until the service has received all six, of which one is being prepared. */
  async function reachedService(): Promise<void> {
    const manager = await jetstreamManager(tally.bus.nats.connection);
    await eventually(async () => {
      const { num_ack_pending } = await manager.consumers.info(STREAMS.event, MEASUREMENTS);
      expect(num_ack_pending).toBe(6);
    });
    // A call reaches the service behind what NATS has sent it before.
    await tally.bus.call(work, { label: 'behind the events', ms: 0, held: false, end: 'answer' });
  }

  it('have no transaction open meanwhile, and take effect in one', async () => {
    const letGo = pausePreparation();
    await measure('prepared');
    await eventually(() => expect(control.prepared.flat()).toContain('prepared'));
    // The service's other transactions are short; Postgres itself ends an idle transaction after 15 s.
    await eventually(async () => {
      const { rowCount } = await tally.schema.owner.query(
        `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
         WHERE usename = current_schema() AND locktype = 'virtualxid'`,
      );
      expect(rowCount).toBe(0);
    }, 8000);
    expect(await effectsOf('prepared')).toBe(0);
    letGo();
    await eventually(async () => expect(await effectsOf('prepared')).toBe(1));
  });

  it('that come again are not prepared again', async () => {
    const eventId = randomUUID();
    await measure('measured thrice', eventId);
    await eventually(async () => expect(await effectsOf('measured thrice')).toBe(1));
    for (let time = 0; time < 2; time += 1) await measure('measured thrice', eventId);
    await measure('the last');
    await eventually(async () => expect(await effectsOf('the last')).toBe(1));
    expect(control.prepared.flat().filter((label) => label === 'measured thrice')).toHaveLength(1);
    expect(await effectsOf('measured thrice')).toBe(1);
  });

  it('take effect once each though another replica handles one meanwhile', async () => {
    const letFirstGo = pausePreparation();
    await measure('the first');
    await eventually(() => expect(control.prepared.at(-1)).toEqual(['the first']));
    const ids = Array.from({ length: 5 }, () => randomUUID());
    for (const [index, id] of ids.entries()) await measure(`together ${index}`, id);
    await reachedService();
    const letOthersGo = pausePreparation();
    letFirstGo();
    await eventually(() => expect(control.prepared.at(-1)).toHaveLength(5));
    // Simulates another replica that also received one of them.
    await tally.schema.owner.query('INSERT INTO inbox (consumer, event_id) VALUES ($1, $2)', [
      MEASUREMENTS,
      ids[1],
    ]);
    letOthersGo();
    await eventually(async () => {
      for (const index of [0, 2, 3, 4]) expect(await effectsOf(`together ${index}`)).toBe(1);
    });
    expect(await effectsOf('together 1')).toBe(0);
  });

  it('whose work fails come again, and nothing of the failed attempt remains', async () => {
    control.failuresLeft.set('prepared twice', 1);
    await measure('prepared twice');
    await eventually(async () => expect(await effectsOf('prepared twice')).toBe(1), REDELIVERED_MS);
    expect(control.prepared.flat().filter((label) => label === 'prepared twice')).toHaveLength(2);
  });
});
