import { Database } from '@likewell/service-kit/database/database';
import { migrate } from '@likewell/service-kit/database/migrate';
import { schemaBefore } from '@likewell/service-kit/database/schema-definition';
import { openDatabase } from '@likewell/service-kit/database/open-database';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { randomUUID } from 'node:crypto';
import { ledgerSchema } from '../src/schema.js';
import { runFullAudit } from '../src/audit/run-audit.js';

const before = schemaBefore(ledgerSchema, 'AddJournalLinks1763950000000');
let schema: TestSchema;
let database: Database;

beforeAll(async () => {
  schema = await createTestSchema('tipping-ledger', before);
  const options = { url: schema.url, poolSize: 2, applicationName: 'linked' };
  database = new Database(await openDatabase(options, createLogger('linked', 'silent')));
});
afterAll(async () => {
  await database.dataSource.destroy();
  await schema.drop();
});

/** Twelve members tip the posts of the first three, all of which are written in one batch or two. */
async function tipOften(): Promise<void> {
  const tips = Array.from({ length: 40 }, (_, index) => ({
    payer: 1000 + (index % 12),
    post: 1 + (index % 3),
  }));
  await schema.owner.query('SELECT * FROM settle_tips($1, $2, $3, $4)', [
    tips.map(() => randomUUID()),
    tips.map(({ payer }) => payer),
    tips.map(({ post }) => post),
    tips.map((_, index) => 1_000_000_000 + index),
  ]);
}

it('a journal of before links existed is linked, goes on, and is as the auditor wants it', async () => {
  for (let id = 1000; id < 1012; id += 1)
    await schema.owner.query('SELECT open_account($1, $2)', [id, id % 3 === 0 ? null : 1000 + (id % 3)]);
  await schema.owner.query(
    `INSERT INTO post_total (post_id, author_id, open, version) VALUES (1, 1000, true, 1), (2, 1001, true, 1), (3, 1002, true, 1)`,
  );
  for (let round = 0; round < 3; round += 1) {
    await tipOften();
    await schema.owner.query('SELECT close_epoch()');
  }
  await migrate(schema.ownerUrl, ledgerSchema);
  const audit = () => runFullAudit(database, { restFactor: 0, maxChunk: 40 });
  expect((await audit())?.findings).toEqual([]);

  await tipOften();
  await schema.owner.query('SELECT close_epoch(); SELECT settle_accounts(ARRAY[1000, 1001, 1005]::bigint[])');
  expect((await audit())?.findings).toEqual([]);
  const { rows } = await schema.owner.query(
    `SELECT count(*) FILTER (WHERE prev_received_seq IS NULL)::integer AS firsts, count(*)::integer AS tips FROM tip`,
  );
  expect(rows[0].firsts).toBe(3);
  expect(rows[0].tips).toBeGreaterThan(100);
});

it('a call that began before it, and tells no links or gives a settlement a key, is rejected', async () => {
  await expect(
    schema.owner
      .query(`INSERT INTO tip (idem_key, payer_id, author_id, post_id, amount, author_part, holders_part,
        platform_part, referral_part) VALUES (gen_random_uuid(), 1005, 1000, 1, 10, 7, 2, 1, 0)`),
  ).rejects.toThrow('links_are_told');
  await expect(
    schema.owner.query(`INSERT INTO movement (idem_key, kind, from_id, to_id, amount)
      VALUES ('settlement:1000:9', 'settlement', 3, 1000, 5)`),
  ).rejects.toThrow('key_unless_settlement');
});
