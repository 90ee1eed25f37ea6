import { defineEvent, type EventData } from '@likewell/contracts/core/define-event';
import { eventually } from '@likewell/testing/eventually';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { jetstream } from '@nats-io/jetstream';
import { Controller, Module } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { serviceConfig } from '../src/config/config.js';
import type { ServiceDefinition } from '../src/process/service-definition.js';
import { Database, type Tx } from '../src/database/database.js';
import { openDatabase } from '../src/database/open-database.js';
import { retrySetAside } from '../src/events/inbox-rows.js';
import { OnEvent } from '../src/events/on-event.decorator.js';
import { recordEvent } from '../src/events/outbox.js';
import { createLogger } from '../src/telemetry/logger.js';
import { counted, tallySchema, tallyService } from './tally.js';

const CONSUMER = 'tally_event_tally_counted';
/** The stream gives a failed event again after a second; the rest is for a machine with other work. */
const SET_ASIDE_MS = 60_000;
const countedNext = defineEvent({
  subject: counted.subject,
  version: 2,
  data: z.object({ label: z.string(), weight: z.int().optional() }),
});

@Controller()
class NextHandlers {
  @OnEvent(countedNext)
  async onCounted({ label, weight }: EventData<typeof countedNext>, tx: Tx): Promise<void> {
    await tx.query('INSERT INTO effect (label) VALUES ($1)', [`${label} ${String(weight)}`]);
  }
}

@Module({ controllers: [NextHandlers] })
class NextModule {}

/** Patient, since a look for gaps that comes before the event has failed fails it once more. */
const eventLimits = { maxAttempts: 2, gapAfterMs: 3000 };
/** The next version, which reads events that the current one cannot. */
const nextTally: ServiceDefinition = {
  name: 'tally',
  config: serviceConfig,
  module: NextModule,
  eventLimits,
};

let tally: ServiceUnderTest;
let database: Database;
beforeAll(async () => {
  tally = await startService({ ...tallyService, eventLimits }, tallySchema);
  const options = { url: tally.schema.url, poolSize: 2, applicationName: 'test' };
  database = new Database(await openDatabase(options, createLogger('test', 'silent')));
});
afterAll(async () => {
  await database.dataSource.destroy();
  await tally.stop();
});

async function effects(): Promise<string[]> {
  const { rows } = await tally.schema.owner.query<{ label: string }>(
    'SELECT label FROM effect ORDER BY label',
  );
  return rows.map(({ label }) => label);
}

async function setAside(): Promise<{ event_id: string; attempts: number }[]> {
  const { rows } = await tally.schema.owner.query<{ event_id: string; attempts: number }>(
    'SELECT event_id, attempts FROM inbox_failed WHERE consumer = $1 AND retry_at IS NULL',
    [CONSUMER],
  );
  return rows;
}

const lookedAtAll = () =>
  eventually(async () => {
    const { rowCount } = await tally.schema.owner.query(
      `SELECT FROM inbox_cursor WHERE consumer = $1 AND position = (SELECT max(position) FROM outbox)`,
      [CONSUMER],
    );
    expect(rowCount).toBe(1);
  });

it('what nobody can read is set aside after its attempts, blocks nothing, and is handled once a version can read it', async () => {
  const newer = { id: randomUUID(), actor: null, traceparent: null, requestId: null };
  const occurredAt = new Date().toISOString();
  const data = { label: 'newer', weight: 7 };
  const envelope = { ...newer, type: counted.subject, version: 2, occurredAt, data };
  await database.transaction(async (tx) => {
    await recordEvent(tx, counted, { label: 'before' });
    await tx.query('INSERT INTO outbox (id, subject, envelope) VALUES ($1, $2, $3)', [
      newer.id,
      counted.subject,
      JSON.stringify(envelope),
    ]);
    await recordEvent(tx, counted, { label: 'behind' });
  });
  await jetstream(tally.bus.nats.connection).publish(counted.subject, '{"no": json');
  await eventually(async () => expect(await effects()).toEqual(['before', 'behind']));
  await lookedAtAll();
  await eventually(
    async () => expect((await setAside()).map(({ attempts }) => attempts)).toEqual([2, 2]),
    SET_ASIDE_MS,
  );
  expect((await setAside()).map(({ event_id }) => event_id)).toContain(newer.id);
  await database.transaction((tx) => recordEvent(tx, counted, { label: 'after' }));
  await eventually(async () => expect(await effects()).toEqual(['after', 'before', 'behind']));
  await lookedAtAll();

  await tally.replica.stop();
  await tally.addReplica({}, nextTally);
  expect(await retrySetAside(database)).toBe(2);
  await eventually(async () => expect(await effects()).toContain('newer 7'));
  const { rows } = await tally.schema.owner.query<{ event_id: string }>('SELECT event_id FROM inbox_failed');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.event_id).not.toBe(newer.id);
});
