import { STREAMS } from '@likewell/contracts/core/bus-names';
import { defineTotal } from '@likewell/contracts/core/define-event';
import { eventually } from '@likewell/testing/eventually';
import { freePort } from '@likewell/testing/spawn-server';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { RETENTION_MS, STREAM_MAX_BYTES } from '../src/config/event-defaults.js';
import type { RunningService } from '../src/process/boot-service.js';
import { Database } from '../src/database/database.js';
import { openDatabase } from '../src/database/open-database.js';
import { saveStream } from '../src/events/event-stream.js';
import { retrySetAside } from '../src/events/inbox-rows.js';
import { JetStreamBus } from '../src/events/jetstream-bus.js';
import { OutboxRelay } from '../src/events/outbox-relay.js';
import { recordEvents } from '../src/events/outbox.js';
import { createLogger } from '../src/telemetry/logger.js';
import { Metrics } from '../src/telemetry/metrics.js';
import { arrived, control, counted, tallySchema, tallyService } from './tally.js';

const logger = createLogger('test', 'silent');
/** Time limit on a busy machine for the longest repair, some thousand events. */
const REPAIRED_MS = 60_000;
const LIMIT_BYTES = 256 * 1024;
const variables = {
  EVENT_STREAM_MAX_BYTES: String(LIMIT_BYTES),
};
const hasty = { ...tallyService, eventLimits: { maxAttempts: 2, gapAfterMs: 300 } };
/**
 * For tests in which nothing may be taken for lost: an event is, where a pause between its delivery and the look for
 * gaps is longer than this.
 */
const PATIENT_MS = 3000;
const patient = { ...tallyService, eventLimits: { maxAttempts: 2, gapAfterMs: PATIENT_MS } };

const noted = defineTotal({
  subject: 'total.neighbour.noted',
  version: 1,
  data: z.object({ note: z.string() }),
});

let tally: ServiceUnderTest;
let replica: RunningService;
let database: Database;
let manager: JetStreamManager;
let metricsUrl: string;
let recorded = 0;

beforeAll(async () => {
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  tally = await startService(hasty, tallySchema, { HEALTH_PORT: String(port), ...variables });
  replica = tally.replica;
  const options = { url: tally.schema.url, poolSize: 2, applicationName: 'test' };
  database = new Database(await openDatabase(options, logger));
  manager = await jetstreamManager(tally.bus.nats.connection);
});
afterAll(async () => {
  await database.dataSource.destroy();
  await tally.stop();
});

async function record(howMany: number): Promise<void> {
  const events = Array.from({ length: howMany }, () => ({ label: randomUUID() }));
  await database.transaction((tx) => recordEvents(tx, counted, events));
  recorded += howMany;
}

async function published(): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await tally.schema.owner.query('SELECT FROM outbox WHERE published_at IS NULL');
    expect(rowCount).toBe(0);
  }, REPAIRED_MS);
}

/** Checks that every event ever recorded had its effect once. */
const oneEffectEach = () =>
  eventually(async () => {
    const { rows } = await tally.schema.owner.query(
      `SELECT count(*)::int AS effects, count(DISTINCT label)::int AS labels FROM effect WHERE label <> 'poison'`,
    );
    expect(rows).toEqual([{ effects: recorded, labels: recorded }]);
  }, REPAIRED_MS);

/**
 * Runs `work` while no consumer exists, so that events are published but not consumed; then `version` consumes them.
 */
async function whileAway(work: () => Promise<void>, version = hasty): Promise<void> {
  await replica.stop();
  const maxBytes = { ...STREAM_MAX_BYTES, event: LIMIT_BYTES };
  const options = { replicas: 1, maxBytes, retentionMs: RETENTION_MS };
  await saveStream(tally.bus.nats.connection, 'event', options);
  const bus = new JetStreamBus(tally.bus.nats, options);
  const relay = new OutboxRelay(database, bus, logger, new Metrics('test'), RETENTION_MS);
  relay.start();
  try {
    await work();
  } finally {
    await relay.stop();
    replica = await tally.addReplica({}, version);
  }
}

async function metric(pattern: RegExp): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return Number(pattern.exec(text)?.[1] ?? 0);
}

const COUNTED = 'tally_event_tally_counted';
const RECOVERED = /^likewell_events_recovered_total\{.*counted.*\} (\S+)$/m;

const looksFrom = (time: string) =>
  tally.schema.owner.query(
    `INSERT INTO inbox_cursor (consumer, claimed_at) VALUES ($1, ${time})
     ON CONFLICT (consumer) DO UPDATE SET claimed_at = excluded.claimed_at`,
    [COUNTED],
  );

/** Waits until a look for gaps has ended after this call, with a cursor that meets the condition. */
async function lookedForGaps(condition = ''): Promise<void> {
  const { rows } = await tally.schema.owner.query<{ asked_at: string }>('SELECT now()::text AS asked_at');
  await eventually(async () => {
    const { rowCount } = await tally.schema.owner.query(
      `SELECT FROM inbox_cursor WHERE consumer = $1 AND looked_at > $2 ${condition}`,
      [COUNTED, rows[0]?.asked_at],
    );
    expect(rowCount).toBe(1);
  }, REPAIRED_MS);
}

/** Number of messages of the tests' events in the stream. */
async function inStream(): Promise<number> {
  const { state } = await manager.streams.info(STREAMS.event, { subjects_filter: counted.subject });
  return state.subjects?.[counted.subject] ?? 0;
}

describe('no event is lost', () => {
  it('though the stream has no room for all that wait for a consumer', async () => {
    await record(1);
    await oneEffectEach();
    await whileAway(async () => {
      for (let batch = 0; batch < 30; batch += 1) await record(100);
      await published();
    });
    const lost = recorded - (await inStream());
    expect(lost).toBeGreaterThan(500);
    await oneEffectEach();
    expect(await metric(RECOVERED)).toBeGreaterThan(500);
  });

  it('though somebody empties the stream', async () => {
    await whileAway(async () => {
      await record(200);
      await published();
      expect(await inStream()).toBeGreaterThanOrEqual(200);
      await manager.streams.purge(STREAMS.event);
    });
    await oneEffectEach();
  });

  it('though they waited for longer than outboxes keep theirs, and somebody empties the stream', async () => {
    await whileAway(async () => {
      await database.transaction(async (tx) => {
        await recordEvents(tx, counted, [{ label: randomUUID() }]);
        await tx.query(
          `UPDATE outbox SET created_at = now() - interval '31 days' WHERE published_at IS NULL`,
        );
      });
      recorded += 1;
      await published();
      await manager.streams.purge(STREAMS.event);
    });
    await oneEffectEach();
  });

  it('though messages in the midst of the stream are gone', async () => {
    await whileAway(async () => {
      await record(300);
      await published();
      const { state } = await manager.streams.info(STREAMS.event);
      for (let seq = state.last_seq - 200; seq < state.last_seq - 190; seq += 1)
        await manager.streams.deleteMessage(STREAMS.event, seq);
    });
    await oneEffectEach();
  });

  it('though the last ones of the stream are gone, and nothing comes after them', async () => {
    await whileAway(async () => {
      await record(200);
      await published();
      const { state } = await manager.streams.info(STREAMS.event);
      for (let seq = state.last_seq - 9; seq <= state.last_seq; seq += 1)
        await manager.streams.deleteMessage(STREAMS.event, seq);
    });
    await oneEffectEach();
  });

  it('and none is taken for lost that only waits for its turn, however old it is', async () => {
    const slow = await tally.schema.owner.connect();
    try {
      await whileAway(async () => {
        await record(300);
        await published();
        await eventually(async () => {
          const young = `SELECT FROM outbox WHERE published_at > now() - make_interval(secs => $1)`;
          expect((await tally.schema.owner.query(young, [PATIENT_MS / 1000 + 1])).rowCount).toBe(0);
        });
        // The handler of the first event blocks, and no look for gaps runs before that.
        await slow.query('BEGIN');
        await slow.query('LOCK TABLE effect IN SHARE MODE');
        await looksFrom('now()');
        await tally.schema.owner.query(`
          CREATE FUNCTION no_turn() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
          CREATE TRIGGER no_turn BEFORE UPDATE ON inbox_cursor FOR EACH ROW EXECUTE FUNCTION no_turn()`);
      }, patient);
      await eventually(async () => {
        const handled = `SELECT FROM pg_locks WHERE relation = 'effect'::regclass AND NOT granted`;
        expect((await tally.schema.owner.query(handled)).rowCount).toBe(1);
      }, REPAIRED_MS);
      await tally.schema.owner.query('DROP FUNCTION no_turn CASCADE');
      await looksFrom(`now() - interval '1 hour'`);
      await lookedForGaps();
    } finally {
      slow.release(true);
    }
    await oneEffectEach();
    expect(await metric(RECOVERED)).toBe(0);
  });

  it('though the clock was set back after they were published, and the stream was emptied', async () => {
    await whileAway(async () => {
      await record(50);
      await published();
      await manager.streams.purge(STREAMS.event);
      await tally.schema.owner.query(
        `UPDATE outbox SET published_at = now() + interval '1 hour' WHERE published_at > now() - interval '1 minute'`,
      );
      await looksFrom(`now() + interval '1 hour'`);
    }, patient);
    await oneEffectEach();
    await tally.schema.owner.query(`UPDATE outbox SET published_at = now() - interval '1 hour'`);
  });

  it('and none is taken for lost that was handled in time', async () => {
    await replica.stop();
    replica = await tally.addReplica({}, patient);
    const before = await metric(RECOVERED);
    await record(50);
    await oneEffectEach();
    // Every published event has been checked.
    await lookedForGaps('AND position = (SELECT max(position) FROM outbox)');
    expect(await metric(RECOVERED)).toBe(before);
  });
});

it('an event that fails again and again is set aside, shown, and tried again when somebody says so', async () => {
  const aside = /^likewell_events_set_aside\{.*tally_event_neighbour_arrived.*\} (\S+)$/m;
  control.failuresLeft.set('poison', 2);
  await tally.bus.tell(arrived, { label: 'poison' });
  await eventually(async () => expect(await metric(aside)).toBe(1), REPAIRED_MS);
  await eventually(async () => {
    const { num_ack_pending } = await manager.consumers.info(STREAMS.event, 'tally_event_neighbour_arrived');
    expect(num_ack_pending).toBe(0);
  });
  const failed = () => tally.schema.owner.query('SELECT attempts, error, retry_at FROM inbox_failed');
  expect((await failed()).rows).toEqual([
    { attempts: 2, error: 'told to fail after the effect was written', retry_at: null },
  ]);
  expect(await retrySetAside(database)).toBe(1);
  await eventually(async () => {
    const { rowCount } = await tally.schema.owner.query(`SELECT FROM effect WHERE label = 'poison'`);
    expect(rowCount).toBe(1);
  }, REPAIRED_MS);
  expect((await failed()).rows).toEqual([]);
  await eventually(async () => expect(await metric(aside)).toBe(0));
});

it('totals push out no fact, however many they are', async () => {
  await record(1);
  await published();
  const facts = await inStream();
  expect(facts).toBeGreaterThan(0);
  const note = 'x'.repeat(1024);
  for (let bytes = 0; bytes < 2 * LIMIT_BYTES; bytes += note.length) await tally.bus.tell(noted, { note });
  expect(await inStream()).toBe(facts);
  const totals = await manager.streams.info(STREAMS.total);
  expect(totals.state.bytes).toBeGreaterThan(2 * LIMIT_BYTES);
  // Checks the settings as last written: one stream for both kinds would have had room here, and not where it
  // counts.
  const { config } = await manager.streams.info(STREAMS.event);
  expect(config.subjects).toEqual(['event.>']);
});

it('the fullness of each stream is a metric', async () => {
  await eventually(async () => {
    expect(await metric(/^likewell_stream_fullness_ratio\{kind="event".*\} (\S+)$/m)).toBeGreaterThan(0);
  });
});
