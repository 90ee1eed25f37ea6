import { eventually } from '@likewell/testing/eventually';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { tallySchema, tallyService } from './tally.js';

/** Not a multiple of the batch size: a batch that deleted too much would also delete rows that must stay. */
const OLD = 52_000;
const SOON_MS = 30_000;

let tally: ServiceUnderTest;
beforeAll(async () => {
  tally = await startService(tallyService, tallySchema);
});
afterAll(() => tally.stop());

it('52,000 rows beyond their time are gone soon, as are positions of removed consumers, and those stay that are younger, late or unpublished', async () => {
  await tally.replica.stop();
  await tally.schema.owner.query(
    `INSERT INTO outbox (id, subject, envelope, created_at, published_at)
     SELECT gen_random_uuid(), 'event.tally.weighed', '{}', now() - interval '31 days', now() - interval '31 days'
     FROM generate_series(1, $1)`,
    [OLD],
  );
  await tally.schema.owner.query(
    `INSERT INTO inbox (consumer, event_id, handled_at)
     SELECT 'c', gen_random_uuid(), now() - interval '41 days' FROM generate_series(1, $1)`,
    [OLD],
  );
  await tally.schema.owner.query(
    `INSERT INTO outbox (id, subject, envelope, created_at, published_at) VALUES
       (gen_random_uuid(), 'event.tally.weighed', '{"is": "young"}', now() - interval '29 days', now() - interval '29 days'),
       (gen_random_uuid(), 'event.tally.weighed', '{"is": "late"}', now() - interval '31 days', now() - interval '8 days'),
       (gen_random_uuid(), 'event.tally.weighed', '{}', now() - interval '31 days', now() - interval '10 days'),
       (gen_random_uuid(), 'nobody.hears', '{"is": "unpublished"}', now() - interval '31 days', NULL)`,
  );
  await tally.schema.owner.query(
    `INSERT INTO inbox (consumer, event_id, handled_at) VALUES ('young', gen_random_uuid(), now() - interval '39 days')`,
  );
  await tally.schema.owner.query(
    `INSERT INTO inbox_cursor (consumer, position, claimed_at) VALUES
       ('removed', 7, now() - interval '41 days'), ('of an older version', 7, now() - interval '39 days')`,
  );
  await tally.addReplica();
  await tally.addReplica();
  await eventually(async () => {
    const { rows } = await tally.schema.owner.query(
      `SELECT (SELECT array_agg(envelope ->> 'is' ORDER BY seq) FROM outbox WHERE envelope <> '{}') AS kept, (SELECT count(*)::int FROM outbox) AS outbox,
              (SELECT count(*)::int FROM inbox) AS inbox,
              (SELECT array_agg(consumer) FROM inbox_cursor WHERE position = 7) AS cursors`,
    );
    expect(rows).toEqual([
      { kept: ['young', 'late', 'unpublished'], outbox: 3, inbox: 1, cursors: ['of an older version'] },
    ]);
  }, SOON_MS);
});
