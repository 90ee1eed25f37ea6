import { STREAMS } from '@likewell/contracts/core/bus-names';
import { eventually } from '@likewell/testing/eventually';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { jetstreamManager } from '@nats-io/jetstream';
import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { lockKey } from '../src/database/advisory-locks.js';
import { count, counted, tallySchema, tallyService } from './tally.js';

const CONSUMER = 'tally_event_tally_counted';
const OLD = 20;
const WITHIN_MS = 60_000;
const hasty = { ...tallyService, eventLimits: { maxAttempts: 2, gapAfterMs: 300 } };

let tally: ServiceUnderTest;
let cleaning: PoolClient;
const labels: string[] = [];

/** Everything was down for 45 days; inboxes are cleaned at once, and the outbox has not been yet. */
beforeAll(async () => {
  tally = await startService(hasty, tallySchema);
  for (let event = 0; event < OLD; event += 1) await record();
  await oneEffectEach();
  await tally.replica.stop();
  cleaning = await tally.schema.owner.connect();
  await cleaning.query(`SELECT pg_advisory_lock(${lockKey('event-cleaning')})`);
  await tally.schema.owner.query(
    `UPDATE outbox SET created_at = created_at - interval '45 days', published_at = published_at - interval '45 days'`,
  );
  await tally.schema.owner.query('DELETE FROM inbox');
});
afterAll(async () => {
  cleaning.release(true);
  await tally.stop();
});

async function record(): Promise<void> {
  const label = randomUUID();
  await tally.bus.call(count, { label, rollBack: false });
  labels.push(label);
}

const oneEffectEach = () =>
  eventually(async () => {
    const { rows } = await tally.schema.owner.query<{ label: string }>('SELECT label FROM effect');
    expect(rows.map(({ label }) => label).toSorted()).toEqual(labels.toSorted());
  }, WITHIN_MS);

it('an event that inboxes may have forgotten is not found by a look for gaps', async () => {
  await tally.schema.owner.query('DELETE FROM inbox_cursor');
  const replica = await tally.addReplica();
  await record();
  await eventually(async () => {
    const { rows } = await tally.schema.owner.query(
      `SELECT position = (SELECT max(position) FROM outbox) AS "isAtEnd" FROM inbox_cursor WHERE consumer = $1`,
      [CONSUMER],
    );
    expect(rows).toEqual([{ isAtEnd: true }]);
  }, WITHIN_MS);
  await oneEffectEach();
  await replica.stop();
});

it('an event that inboxes may have forgotten does not go out into a new stream', async () => {
  const { streams } = await jetstreamManager(tally.bus.nats.connection);
  await streams.delete(STREAMS.event);
  await tally.addReplica();
  // What is retained goes out again in its order, so the youngest event is the last one.
  await eventually(async () => {
    const { state } = await streams.info(STREAMS.event, { subjects_filter: counted.subject });
    expect(state.subjects?.[counted.subject]).toBeGreaterThan(0);
  }, WITHIN_MS);
  await record();
  await oneEffectEach();
});
