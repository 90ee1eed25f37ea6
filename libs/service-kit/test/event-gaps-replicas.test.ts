import { eventually } from '@likewell/testing/eventually';
import { freePort } from '@likewell/testing/spawn-server';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { jetstreamManager } from '@nats-io/jetstream';
import { randomUUID } from 'node:crypto';
import { Database } from '../src/database/database.js';
import { openDatabase } from '../src/database/open-database.js';
import { EVENT_LIMITS } from '../src/events/start-events.js';
import { STREAMS } from '@likewell/contracts/core/bus-names';
import { recordEvents } from '../src/events/outbox.js';
import { createLogger } from '../src/telemetry/logger.js';
import { counted, tallySchema, tallyService } from './tally.js';

const WITHIN_MS = 100_000;
const hasty = { ...tallyService, eventLimits: { ...EVENT_LIMITS, gapAfterMs: 100 } };

let tally: ServiceUnderTest;
let database: Database;
const metricsUrls: string[] = [];
let recorded = 0;

beforeAll(async () => {
  const replicas = [];
  for (let replica = 0; replica < 2; replica += 1) {
    const HEALTH_PORT = String(await freePort());
    metricsUrls.push(`http://127.0.0.1:${HEALTH_PORT}/metrics`);
    replicas.push({ HEALTH_PORT });
  }
  tally = await startService(hasty, tallySchema, replicas[0]);
  await tally.addReplica(replicas[1]);
  const options = { url: tally.schema.url, poolSize: 2, applicationName: 'test' };
  database = new Database(await openDatabase(options, createLogger('test', 'silent')));
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

const oneEffectEach = () =>
  eventually(async () => {
    const { rows } = await tally.schema.owner.query(
      'SELECT count(*)::int AS effects, count(DISTINCT label)::int AS labels FROM effect',
    );
    expect(rows).toEqual([{ effects: recorded, labels: recorded }]);
  }, WITHIN_MS);

/** Returns the sum over both replicas. */
async function metric(pattern: RegExp): Promise<number> {
  const texts = await Promise.all(metricsUrls.map(async (url) => (await fetch(url)).text()));
  return texts.reduce((sum, text) => sum + Number(pattern.exec(text)?.[1] ?? 0), 0);
}

const DUPLICATES = /^likewell_events_handled_total\{.*counted.*outcome="duplicate".*\} (\S+)$/m;
const RECOVERED = /^likewell_events_recovered_total\{.*counted.*\} (\S+)$/m;

it('two replicas that are given events while one of them asks for the same ones handle each once', async () => {
  // Makes all events look overdue, so that each look for gaps takes events under delivery for lost.
  await tally.schema.owner.query(`
    CREATE FUNCTION age_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.published_at := NEW.published_at - interval '1 hour';
      RETURN NEW;
    END $$;
    CREATE TRIGGER age_event BEFORE UPDATE OF published_at ON outbox FOR EACH ROW EXECUTE FUNCTION age_event()`);
  await eventually(async () => {
    await record(200);
    expect(await metric(DUPLICATES)).toBeGreaterThan(10);
    expect(await metric(RECOVERED)).toBeGreaterThan(10);
  }, WITHIN_MS);
  // From here on nothing looks lost: otherwise a slow machine would be busy with resending ten times a
  // second.
  await tally.schema.owner.query(`
    DROP TRIGGER age_event ON outbox;
    DROP FUNCTION age_event;
    UPDATE outbox SET published_at = now() WHERE published_at IS NOT NULL`);
  await oneEffectEach();
});

it('what the stream loses while two replicas are at it takes effect once', async () => {
  const manager = await jetstreamManager(tally.bus.nats.connection);
  const before = await metric(RECOVERED);
  await eventually(async () => {
    await record(500);
    await eventually(async () => {
      const { rowCount } = await tally.schema.owner.query('SELECT FROM outbox WHERE published_at IS NULL');
      expect(rowCount).toBe(0);
    });
    await manager.streams.purge(STREAMS.event);
    await oneEffectEach();
    // The purge is repeated where the consumers were faster than it.
    expect(await metric(RECOVERED)).toBeGreaterThan(before);
  }, WITHIN_MS);
});
