import { STREAMS } from '@likewell/contracts/core/bus-names';
import type { EventKind } from '@likewell/contracts/core/define-event';
import type { ProcessName } from '@likewell/contracts/core/processes';
import { eventually } from '@likewell/testing/eventually';
import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { startNats, type OwnServer } from '@likewell/testing/test-servers';
import { jetstreamManager } from '@nats-io/jetstream';
import { randomUUID } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { RETENTION_MS, STREAM_MAX_BYTES } from '../src/config/event-defaults.js';
import { Database } from '../src/database/database.js';
import { openDatabase } from '../src/database/open-database.js';
import { BusKeeper } from '../src/events/bus-keeper.js';
import type { EventBus } from '../src/events/event-bus.js';
import { JetStreamBus } from '../src/events/jetstream-bus.js';
import { KeptBus } from '../src/events/kept-bus.js';
import { OutboxRelay } from '../src/events/outbox-relay.js';
import { recordEvents } from '../src/events/outbox.js';
import { connectNats, type Nats } from '../src/rpc/connect-nats.js';
import { createLogger } from '../src/telemetry/logger.js';
import { Metrics } from '../src/telemetry/metrics.js';
import { counted, summed, tallySchema } from './tally.js';

/** More than a batch of the relay. */
const MANY = 450;
const logger = createLogger('test', 'silent');
const options = { replicas: 1, maxBytes: STREAM_MAX_BYTES, retentionMs: RETENTION_MS };
const stream = { createdAt: '2026-01-01T00:00:00Z', bytes: 0, maxBytes: 1 };

describe('what waits for a stream in trouble', () => {
  let schema: TestSchema;
  let database: Database;

  beforeAll(async () => {
    schema = await createTestSchema('tally', tallySchema);
    const dataSource = { url: schema.url, poolSize: 2, applicationName: 'tally' };
    database = new Database(await openDatabase(dataSource, logger));
  });
  afterAll(async () => {
    await database.dataSource.destroy();
    await schema.drop();
  });

  const wellBus: EventBus = {
    isConnected: () => true,
    ensureStream: () => Promise.resolve(stream),
    publish: () => Promise.resolve(),
    consume: () => Promise.reject(new Error('nobody consumes')),
  };
  const record = (contract: typeof counted | typeof summed, count: number) => {
    const events = Array.from({ length: count }, () => ({ label: randomUUID() }));
    return database.transaction((tx) => recordEvents(tx, contract, events));
  };
  const noStream = () => Promise.reject(new Error('no stream has its place'));
  const notTaken = () => Promise.reject(new Error('insufficient resources'));
  /** Rejects like a stream that does not respond, sooner than the real one. */
  const hangs = () => new Promise<never>((_, reject) => setTimeout(() => reject(new Error('timeout')), 300));

  const troubles: [string, Partial<EventBus>][] = [
    ['cannot be made', { ensureStream: noStream, publish: notTaken }],
    ['does not respond', { ensureStream: hangs, publish: hangs }],
    ['takes nothing', { publish: notTaken }],
    ['confirms nothing', { publish: hangs }],
  ];

  describe.each([
    ['event', counted, summed],
    ['total', summed, counted],
  ] as const)('is of kind %s', (kind: EventKind, suffers, goesOn) => {
    it.each(troubles)('and does not keep the others when it %s', async (_, trouble) => {
      await schema.owner.query('TRUNCATE outbox');
      const published = new Set<string>();
      const isIll = (subject: string) => subject.startsWith(kind);
      let isMended = false;
      const healthy: EventBus = {
        ...wellBus,
        publish: (__, ___, id) => Promise.resolve(void published.add(id)),
      };
      const ill = { ...healthy, ...trouble };
      const busOf = (subject: string) => (isIll(subject) && !isMended ? ill : healthy);
      const relay = new OutboxRelay(
        database,
        {
          ...healthy,
          ensureStream: (one) => busOf(one).ensureStream(one),
          publish: (subject, ...rest) => busOf(subject).publish(subject, ...rest),
        },
        logger,
        new Metrics('test'),
        RETENTION_MS,
      );
      await record(suffers, MANY);
      await record(goesOn, MANY);
      relay.start();
      try {
        await eventually(() => expect(published.size).toBe(MANY));
        isMended = true;
        await eventually(() => expect(published.size).toBe(2 * MANY));
      } finally {
        await relay.stop();
      }
    });
  });

  it('is logged with the reason of the first that each stream rejected', async () => {
    await schema.owner.query('TRUNCATE outbox');
    await record(counted, 2);
    await record(summed, 2);
    const log = new PassThrough();
    const bus = {
      ...wellBus,
      publish: (subject: string) => Promise.reject(new Error(`no room: ${subject}`)),
    };
    const relay = new OutboxRelay(
      database,
      bus,
      createLogger('test', 'warn', log),
      new Metrics('test'),
      RETENTION_MS,
    );
    await relay.stop();
    const lines = String(log.read()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { kind: 'event', waiting: 2, err: { message: `no room: ${counted.subject}` } },
      { kind: 'total', waiting: 2, err: { message: `no room: ${summed.subject}` } },
    ]);
  });
});

describe('a stream that cannot be made', () => {
  let server: OwnServer;
  let nats: Nats;

  beforeAll(async () => {
    server = await startNats();
    nats = await connectNats(server.url, 'test', logger);
  });
  afterAll(async () => {
    await nats.connection.close();
    await server.remove();
  });

  it('keeps nobody from those of the other kind', async () => {
    const { streams, consumers } = await jetstreamManager(nats.connection);
    // A stream that has the subjects of totals already.
    await streams.add({ name: 'OTHER', subjects: ['total.>'] });
    const reader = 'tally' as ProcessName;
    const durables = [counted, summed].map(({ subject }) => ({
      name: `tally_${subject.replaceAll('.', '_')}`,
      subject,
    }));
    const events = [summed, counted].map((event) => ({ ...event, readers: [reader] }));
    const keeper = new BusKeeper(events, nats, options, logger);
    const bus = new KeptBus(new JetStreamBus(nats, options), nats, durables, logger);
    keeper.start();
    bus.start();
    try {
      await eventually(() => expect(bus.isConnected('event')).toBe(true));
      expect([bus.isConnected('total'), bus.isReady()]).toEqual([false, false]);
      await bus.ensureStream('event');
      await expect(bus.ensureStream('total')).rejects.toThrow(STREAMS.total);
      expect(bus.isConnected('event')).toBe(true);
      await streams.delete('OTHER');
      await eventually(() => expect(bus.isReady()).toBe(true));
      expect(bus.isConnected('total')).toBe(true);
      await consumers.info(STREAMS.total, 'tally_total_tally_summed');
    } finally {
      await Promise.all([keeper.stop(), bus.stop()]);
    }
  });
});
