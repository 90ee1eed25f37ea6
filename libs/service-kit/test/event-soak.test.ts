import { defineEvent, type EventData } from '@likewell/contracts/core/define-event';
import { eventually } from '@likewell/testing/eventually';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { Controller, Module } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { RETENTION_MS, STREAM_MAX_BYTES } from '../src/config/event-defaults.js';
import { serviceConfig } from '../src/config/config.js';
import { Database, type Tx } from '../src/database/database.js';
import { migrationOf, type SchemaDefinition } from '../src/database/schema-definition.js';
import { openDatabase } from '../src/database/open-database.js';
import { OnEvents } from '../src/events/on-event.decorator.js';
import { saveStream } from '../src/events/event-stream.js';
import { recordEvents } from '../src/events/outbox.js';
import { createLogger } from '../src/telemetry/logger.js';

/** Duration; `make soak-events` uses ten minutes of 2,000 events a second that are kept for half a minute. */
const SECONDS = Number(process.env.EVENT_SOAK_SECONDS ?? 25);
const RATE = Number(process.env.EVENT_SOAK_RATE ?? 150);
const RETENTION_S = Number(process.env.EVENT_SOAK_RETENTION_SECONDS ?? 2);
const SAMPLE_MS = 1000;
const MAX_RECORDED = 500;
/** The cleaner rests for 10 s; the same time again to delete what became due meanwhile. */
const MAX_BEYOND = RATE * 20;
/** A machine that is too slow for the rate receives the last events later. */
const DRAIN_MS = 60_000 + SECONDS * 2000;
/** Duration from which the run is long enough to see that the space of deleted rows is reused. */
const PLATEAU_SECONDS = 300;

const happened = defineEvent({
  subject: 'event.soak.happened',
  version: 1,
  data: z.object({ number: z.int(), note: z.string() }),
});

@Controller()
class SoakHandlers {
  @OnEvents(happened)
  async onHappened(events: EventData<typeof happened>[], tx: Tx): Promise<void> {
    await tx.query('UPDATE heard SET count = count + $1', [events.length]);
  }
}

@Module({ controllers: [SoakHandlers] })
class SoakModule {}

const soakSchema: SchemaDefinition = {
  migrations: [
    migrationOf(
      '1763700100000-create-heard.sql',
      'CREATE TABLE heard (count bigint NOT NULL); INSERT INTO heard VALUES (0)',
    ),
  ],
  functions: [],
};

interface Sample {
  readonly second: number;
  readonly outboxRows: number;
  readonly outboxBeyond: number;
  readonly outboxMiB: number;
  readonly inboxRows: number;
  readonly inboxBeyond: number;
  readonly inboxMiB: number;
  readonly unpublished: number;
  readonly heard: number;
}

let soak: ServiceUnderTest;
let database: Database;
let recorded = 0;

beforeAll(async () => {
  const definition = { name: 'soak', config: serviceConfig, module: SoakModule };
  const EVENT_RETENTION_HOURS = String(RETENTION_S / 3600);
  soak = await startService(definition, soakSchema, { EVENT_RETENTION_HOURS });
  // Only the tables forget after seconds: a machine that is too slow for the rate still receives every event.
  const kept = { replicas: 1, maxBytes: STREAM_MAX_BYTES, retentionMs: RETENTION_MS };
  await saveStream(soak.bus.nats.connection, 'event', kept);
  const options = { url: soak.schema.url, poolSize: 2, applicationName: 'soak' };
  database = new Database(await openDatabase(options, createLogger('test', 'silent')));
});
afterAll(async () => {
  await database.dataSource.destroy();
  await soak.stop();
});

/** Records all events that are due by the end, at a constant rate, independent of how long each one takes. */
async function recordUntil(endMs: number): Promise<void> {
  const startedAt = Date.now();
  for (let isOver = false; !isOver;) {
    const now = Math.min(Date.now(), endMs);
    const due = Math.floor((RATE * (now - startedAt)) / 1000) - recorded;
    const events = Array.from({ length: Math.min(due, MAX_RECORDED) }, (_, index) => ({
      number: recorded + index,
      note: 'as long as what is told of some tips, so that the rows have a size like theirs',
    }));
    await database.transaction((tx) => recordEvents(tx, happened, events));
    recorded += events.length;
    if (due > MAX_RECORDED) continue;
    isOver = now === endMs;
    await sleep(20);
  }
}

async function takeSample(startedAt: number): Promise<Sample> {
  const { rows } = await soak.schema.owner.query<Omit<Sample, 'second'>>(
    `SELECT outbox.*, inbox.*, (SELECT count::int FROM heard) AS heard,
            round(pg_total_relation_size('outbox') / 1048576.0)::int AS "outboxMiB",
            round(pg_total_relation_size('inbox') / 1048576.0)::int AS "inboxMiB"
     FROM (SELECT count(*)::int AS "outboxRows", count(*) FILTER (WHERE published_at IS NULL)::int AS unpublished,
                  count(*) FILTER (WHERE published_at IS NOT NULL AND created_at < now() - make_interval(secs => $1))::int AS "outboxBeyond"
           FROM outbox) AS outbox,
          (SELECT count(*)::int AS "inboxRows",
                  count(*) FILTER (WHERE handled_at < now() - make_interval(secs => $1 * 4.0 / 3))::int AS "inboxBeyond"
           FROM inbox) AS inbox`,
    [RETENTION_S],
  );
  if (!rows[0]) throw new Error('no sample');
  return { second: Math.round((Date.now() - startedAt) / 1000), ...rows[0] };
}

function print(samples: readonly Sample[]): void {
  const [first] = samples;
  if (!first) return;
  const columns = Object.keys(first) as (keyof Sample)[];
  const step = Math.ceil(samples.length / 30);
  const lines = samples
    .filter((_, index) => index % step === 0)
    .map((sample) => columns.map((column) => String(sample[column]).padStart(13)).join(''));
  const head = columns.map((column) => column.padStart(13)).join('');
  process.stdout.write(`${[head, ...lines].join('\n')}\n`);
}

const most = (samples: readonly Sample[], column: keyof Sample) =>
  Math.max(...samples.map((sample) => sample[column]));

it(
  'rows beyond their time stay few at any rate, and every event is heard once',
  async () => {
    const startedAt = Date.now();
    const endMs = startedAt + SECONDS * 1000;
    const recording = recordUntil(endMs);
    const samples: Sample[] = [];
    while (Date.now() < endMs) {
      samples.push(await takeSample(startedAt));
      await sleep(SAMPLE_MS);
    }
    await recording;
    print(samples);
    expect(recorded).toBeGreaterThan(RATE * SECONDS * 0.9);
    expect(most(samples, 'outboxBeyond')).toBeLessThan(MAX_BEYOND);
    expect(most(samples, 'inboxBeyond')).toBeLessThan(MAX_BEYOND);
    if (SECONDS >= PLATEAU_SECONDS) {
      const third = Math.floor(samples.length / 3);
      const [middle, last] = [samples.slice(third, 2 * third), samples.slice(2 * third)];
      for (const column of ['outboxMiB', 'inboxMiB'] as const)
        expect(most(last, column)).toBeLessThan(1.3 * most(middle, column) + 1);
    }
    await eventually(async () => expect((await takeSample(startedAt)).heard).toBe(recorded), DRAIN_MS);
  },
  SECONDS * 1000 + DRAIN_MS + 30_000,
);
