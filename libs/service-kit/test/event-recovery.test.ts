import { eventually } from '@likewell/testing/eventually';
import { inParallel } from '@likewell/testing/in-parallel';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { asAdmin, testDatabaseUrl } from '@likewell/testing/test-schema';
import { jetstreamManager } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { randomUUID } from 'node:crypto';
import { openDatabase } from '../src/database/open-database.js';
import { Database } from '../src/database/database.js';
import type { ProcessName } from '@likewell/contracts/core/processes';
import { STREAMS } from '@likewell/contracts/core/bus-names';
import { recordEvent } from '../src/events/outbox.js';
import { createLogger } from '../src/telemetry/logger.js';
import { arrived, control, count, counted, measured, weighed, tallySchema, tallyService } from './tally.js';

/** Time limit for the arrival of all events that a lost stream had. */
const CONVERGES_MS = 60_000;
/** Less than the 20 s after which a stop waits no longer for calls that are under way. */
const GOOD_TIME_MS = 18_000;
const MANY = 60;
/** Few enough that each call gets its response in time on a busy machine too. */
const AT_ONCE = 10;
/** A later version of the service, which keeps the streams and consumers itself. */
const keeper = {
  ...tallyService,
  keepsBus: [arrived, counted, measured, weighed].map((event) => ({
    ...event,
    readers: ['tally' as ProcessName],
  })),
};

let tally: ServiceUnderTest;

beforeAll(async () => {
  tally = await startService(tallyService, tallySchema);
});
afterAll(() => tally.stop());

/** Records events through the service. */
async function recordMany(howMany: number): Promise<void> {
  await inParallel(Array.from({ length: howMany }), AT_ONCE, async () => {
    await tally.bus.call(count, { label: randomUUID(), rollBack: false });
  });
}

/**
 * Counts recorded events in the outbox, which keeps published rows for hours: a call whose response was lost
 * has recorded too.
 */
async function countRecorded(): Promise<number> {
  const { rows } = await tally.schema.owner.query<{ recorded: number }>(
    'SELECT count(*)::int AS recorded FROM outbox',
  );
  return rows[0]?.recorded ?? 0;
}

/** Checks that every event ever recorded had its effect once. */
async function expectOneEffectEach(): Promise<void> {
  const recorded = await countRecorded();
  const { rows } = await tally.schema.owner.query(
    'SELECT count(*)::int AS effects, count(DISTINCT label)::int AS labels FROM effect',
  );
  expect(rows).toEqual([{ effects: recorded, labels: recorded }]);
}

/** Checks that every event ever recorded is in the stream, which may contain duplicates. */
async function expectAllInStream(): Promise<void> {
  const manager = await jetstreamManager(tally.bus.nats.connection);
  const { state } = await manager.streams.info(STREAMS.event, { subjects_filter: counted.subject });
  expect(state.subjects?.[counted.subject]).toBeGreaterThanOrEqual(await countRecorded());
}

async function expectNothingWaits(): Promise<void> {
  const { rowCount } = await tally.schema.owner.query('SELECT FROM outbox WHERE published_at IS NULL');
  expect(rowCount).toBe(0);
}

const converged = () =>
  eventually(async () => {
    await expectAllInStream();
    await expectNothingWaits();
    await expectOneEffectEach();
  }, CONVERGES_MS);

it('a stream and a consumer that were made with other settings are taken over by who keeps them', async () => {
  await recordMany(1);
  await converged();
  const { streams, consumers } = await jetstreamManager(tally.bus.nats.connection);
  const { config } = await streams.info(STREAMS.event);
  await streams.update(STREAMS.event, { ...config, max_age: nanos(3_600_000) });
  const [consumer] = await consumers.list(STREAMS.event).next();
  await consumers.update(STREAMS.event, consumer?.name ?? '', { ack_wait: nanos(7_000) });
  const replica = await tally.addReplica({}, keeper);
  await recordMany(5);
  await converged();
  await eventually(async () => {
    expect((await streams.info(STREAMS.event)).config.max_age).toBe(config.max_age);
    expect((await consumers.info(STREAMS.event, consumer?.name ?? '')).config.ack_wait).toBe(
      consumer?.config.ack_wait,
    );
  }, CONVERGES_MS);
  await replica.stop();
});

it('an event that goes out again when its time is over has left the new stream before inboxes forget it', async () => {
  const replica = await tally.addReplica({ EVENT_RETENTION_HOURS: '24' }, keeper);
  const { streams } = await jetstreamManager(tally.bus.nats.connection);
  await eventually(async () => {
    expect((await streams.info(STREAMS.event)).config.max_age).toBe(nanos(7.2 * 3_600_000));
  }, CONVERGES_MS);
  await replica.stop();
});

it('two replicas that both relay and consume double nothing', async () => {
  await tally.addReplica();
  await recordMany(4 * MANY);
  await converged();
});

it('a deleted stream gets all retained events again, and no effect is doubled', async () => {
  const manager = await jetstreamManager(tally.bus.nats.connection);
  await manager.streams.delete(STREAMS.event);
  await recordMany(MANY);
  await converged();
});

it('a deleted consumer is made anew and hears what it missed', async () => {
  const manager = await jetstreamManager(tally.bus.nats.connection);
  await manager.consumers.delete(STREAMS.event, 'tally_event_tally_counted');
  await recordMany(MANY);
  await converged();
});

it('NATS that comes back without its data gets all retained events again, and no effect is doubled', async () => {
  await tally.natsServer.remove();
  await tally.natsServer.restart();
  await eventually(() => recordMany(1));
  await converged();
});

it('events that were written while NATS was away arrive when it is back', async () => {
  const logger = createLogger('test', 'silent');
  const dataSource = await openDatabase(
    { url: tally.schema.url, poolSize: 2, applicationName: 'test' },
    logger,
  );
  await tally.natsServer.kill();
  const database = new Database(dataSource);
  await database.transaction(async (tx) => {
    for (let index = 0; index < MANY; index += 1) await recordEvent(tx, counted, { label: randomUUID() });
  });
  await dataSource.destroy();
  // Long enough for relay and consumers to notice.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  await tally.natsServer.restart();
  await converged();
});

it('a service stops in good time while NATS is away', async () => {
  await tally.natsServer.kill();
  await eventually(() => expect(tally.bus.nats.isConnected()).toBe(false));
  const startedAt = Date.now();
  await tally.replica.stop();
  expect(Date.now() - startedAt).toBeLessThan(GOOD_TIME_MS);
  await tally.natsServer.restart();
});

it('a replica that is stopped while its consumers still start stops in good time', async () => {
  const replicas = await Promise.all(Array.from({ length: 8 }, () => tally.addReplica()));
  const startedAt = Date.now();
  await Promise.all(replicas.map((replica) => replica.stop()));
  expect(Date.now() - startedAt).toBeLessThan(GOOD_TIME_MS);
});

it('an event that fails once after Postgres was away for many deliveries is tried again', async () => {
  // Besides the failure that the test causes, one may be noted that Postgres caused just before it was back.
  const eventLimits = { maxAttempts: 3, gapAfterMs: 300 };
  const fresh = await startService({ ...tallyService, eventLimits }, tallySchema);
  try {
    const role = new URL(fresh.schema.url).username;
    const setLogin = (login: 'LOGIN' | 'NOLOGIN') =>
      asAdmin(testDatabaseUrl(), (admin) => admin.query(`ALTER ROLE ${role} ${login}`));
    const { consumers } = await jetstreamManager(fresh.bus.nats.connection);
    control.failuresLeft.set('once', 1);
    await setLogin('NOLOGIN');
    await fresh.schema.killConnections();
    await fresh.bus.tell(arrived, { label: 'once' });
    await eventually(async () => {
      const { delivered } = await consumers.info(STREAMS.event, 'tally_event_neighbour_arrived');
      expect(delivered.consumer_seq).toBeGreaterThanOrEqual(eventLimits.maxAttempts);
    }, CONVERGES_MS);
    await setLogin('LOGIN');
    await eventually(async () => {
      const { rowCount } = await fresh.schema.owner.query(`SELECT FROM effect WHERE label = 'once'`);
      expect(rowCount).toBe(1);
    }, CONVERGES_MS);
    expect(control.failuresLeft.get('once')).toBe(0);
    expect((await fresh.schema.owner.query('SELECT FROM inbox_failed')).rows).toEqual([]);
  } finally {
    await fresh.stop();
  }
});
