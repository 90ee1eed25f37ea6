import { commonErrors } from '@likewell/contracts/kernel/common-errors';
import { eventually } from '@likewell/testing/eventually';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { jetstream, jetstreamManager, type ConsumerInfo } from '@nats-io/jetstream';
import { randomUUID } from 'node:crypto';
import { STREAM } from '../src/events/event-stream.js';
import { arrived, control, count, counted, migrations, tallyService } from './tally.js';

const ARRIVALS = 'tally_event_neighbour_arrived';

let tally: ServiceUnderTest;

beforeAll(async () => {
  tally = await startService(tallyService, migrations);
});
afterAll(() => tally.stop());

async function effectsOf(label: string): Promise<number> {
  const { rowCount } = await tally.schema.owner.query('SELECT FROM effect WHERE label = $1', [label]);
  return rowCount ?? 0;
}

const tell = (label: string, eventId = randomUUID()) => tally.bus.tell(arrived, { label }, eventId);

/** Everything told before this has had its turn. */
async function everythingHeard(): Promise<void> {
  const label = randomUUID();
  await tell(label);
  await eventually(async () => expect(await effectsOf(label)).toBe(1));
}

const publishRaw = (payload: string) =>
  jetstream(tally.bus.nats.connection).publish(arrived.subject, payload);

async function arrivals(): Promise<ConsumerInfo> {
  const manager = await jetstreamManager(tally.bus.nats.connection);
  return manager.consumers.info(STREAM, ARRIVALS);
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
    await eventually(() => expect(control.failuresLeft.get('fails first')).toBe(0));
    await everythingHeard();
    expect(await effectsOf('fails first')).toBe(0);
    await eventually(async () => expect(await effectsOf('fails first')).toBe(1));
  });

  it('recorded in a transaction that was rolled back never leaves', async () => {
    const rolledBack = tally.bus.call(count, { label: 'rolled back', rollBack: true });
    await expect(rolledBack).rejects.toMatchObject({ code: commonErrors.INTERNAL.code });
    await tally.bus.call(count, { label: 'committed', rollBack: false });
    await eventually(async () => expect(await effectsOf('committed')).toBe(1));
    const manager = await jetstreamManager(tally.bus.nats.connection);
    const { state } = await manager.streams.info(STREAM, { subjects_filter: counted.subject });
    expect(state.subjects).toEqual({ [counted.subject]: 1 });
    expect(await effectsOf('rolled back')).toBe(0);
  });

  it('of a version newer than its reader waits for a newer reader', async () => {
    const waitingBefore = (await arrivals()).num_ack_pending;
    const envelope = { id: randomUUID(), type: arrived.subject, occurredAt: new Date().toISOString() };
    const origin = { actor: null, traceparent: null, requestId: null };
    await publishRaw(JSON.stringify({ ...envelope, ...origin, version: 2, data: { label: 'newer' } }));
    await everythingHeard();
    expect(await effectsOf('newer')).toBe(0);
    expect((await arrivals()).num_ack_pending).toBe(waitingBefore + 1);
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
    await eventually(async () =>
      expect((await arrivals()).num_redelivered).toBeGreaterThanOrEqual(poison.length),
    );
    const deliveries = (await arrivals()).delivered.consumer_seq - before;
    // Each backs off for 1, 2, 4 … seconds; one more event waits from the test before.
    expect(deliveries).toBeLessThanOrEqual((poison.length + 2) * (1 + (Date.now() - startedAt) / 1000));
    await everythingHeard();
  });
});
