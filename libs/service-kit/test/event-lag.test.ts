import { eventually } from '@likewell/testing/eventually';
import { freePort } from '@likewell/testing/spawn-server';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { lockKey } from '../src/database/advisory-locks.js';
import { count, tallySchema, tallyService } from './tally.js';

let tally: ServiceUnderTest;
let metricsUrl: string;

beforeAll(async () => {
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  tally = await startService(tallyService, tallySchema, { HEALTH_PORT: String(port) });
});
afterAll(() => tally.stop());

async function metric(name: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return Number(new RegExp(`^${name}\\S* (\\S+)$`, 'm').exec(text)?.[1]);
}

const lag = () => metric('likewell_outbox_oldest_seconds');
const turn = () => metric('likewell_relay_turn_seconds');

it('a relay that gets no turn is seen, and so is what waits for it', async () => {
  const holder = await tally.schema.owner.connect();
  try {
    await holder.query(`SELECT pg_advisory_lock(${lockKey('outbox-relay')})`);
    await tally.bus.call(count, { label: 'waits for a turn', rollBack: false });
    await eventually(async () => {
      expect(await lag()).toBeGreaterThan(5);
      expect(await turn()).toBeGreaterThan(5);
    });
  } finally {
    holder.release(true);
  }
  await eventually(async () => {
    expect(await lag()).toBe(0);
    expect(await turn()).toBeLessThan(2);
  });
});

it('rows beyond their time are seen while nobody deletes them', async () => {
  const overdue = () => metric('likewell_event_rows_overdue_seconds\\{table="inbox"');
  const holder = await tally.schema.owner.connect();
  try {
    await holder.query(`SELECT pg_advisory_lock(${lockKey('event-cleaning')})`);
    await holder.query(
      `INSERT INTO inbox (consumer, event_id, handled_at) VALUES ('c', gen_random_uuid(), now() - interval '40 days 1 hour')`,
    );
    await eventually(async () => expect(await overdue()).toBeGreaterThan(3600), 30_000);
  } finally {
    holder.release(true);
  }
  await eventually(async () => expect(await overdue()).toBe(0), 60_000);
});

it('what waits is seen while NATS is away', async () => {
  await tally.natsServer.kill();
  await tally.schema.owner.query(
    `INSERT INTO outbox (id, subject, envelope) VALUES (gen_random_uuid(), 'event.tally.counted', '{}')`,
  );
  await eventually(async () => expect(await lag()).toBeGreaterThan(2));
  await tally.natsServer.restart();
  await eventually(async () => expect(await lag()).toBe(0), 30_000);
});
