import type { Database } from '@likewell/service-kit/database/database';
import { migrate } from '@likewell/service-kit/database/migrate';
import { schemaBefore } from '@likewell/testing/schema-before';
import { openTestDatabase } from '@likewell/testing/test-database';
import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { randomUUID } from 'node:crypto';
import { ledgerSchema } from '../src/schema.js';
import { runFullAudit } from '../src/audit/run-audit.js';

const before = schemaBefore(ledgerSchema, 'AddJournalLinks1763950000000');
/** The tables of a ledger that are copied; a settlement had a key before it had links. */
const COPIED = {
  account: 'SELECT * FROM account',
  tip: 'SELECT * FROM tip',
  movement: `SELECT seq, coalesce(idem_key, 'settlement:' || seq) AS idem_key, kind, from_id, to_id, amount, created_at
    FROM movement`,
  post_total: 'SELECT * FROM post_total',
  holders_state: 'SELECT * FROM holders_state',
  holders_epoch: 'SELECT * FROM holders_epoch',
};
let linked: TestSchema;
let schema: TestSchema;
let database: Database;

beforeAll(async () => {
  linked = await createTestSchema('tipping-ledger', ledgerSchema);
  schema = await createTestSchema('tipping-ledger', before);
  database = await openTestDatabase(schema.url, 2);
});
afterAll(async () => {
  await database.dataSource.destroy();
  await schema.drop();
  await linked.drop();
});

/** Twelve members tip the posts of the first three; all tips are written in one batch or two. */
async function tipOften({ owner }: TestSchema): Promise<void> {
  const tips = Array.from({ length: 40 }, (_, index) => ({
    payer: 1000 + (index % 12),
    post: 1 + (index % 3),
  }));
  await owner.query('SELECT * FROM settle_tips($1, $2, $3, $4)', [
    tips.map(() => randomUUID()),
    tips.map(({ payer }) => payer),
    tips.map(({ post }) => post),
    tips.map((_, index) => 1_000_000_000 + index),
  ]);
}

/** Fills a ledger whose functions link the lines that they write. */
async function fillLinked(): Promise<void> {
  for (let id = 1000; id < 1012; id += 1)
    await linked.owner.query('SELECT open_account($1, $2)', [id, id % 3 === 0 ? null : 1000 + (id % 3)]);
  await linked.owner.query(
    `INSERT INTO post_total (post_id, author_id, open, version) VALUES (1, 1000, true, 1), (2, 1001, true, 1), (3, 1002, true, 1)`,
  );
  for (let round = 0; round < 3; round += 1) {
    await tipOften(linked);
    await linked.owner.query('SELECT close_epoch()');
  }
}

/** Copies the same ledger as the previous version wrote it, without the columns for links, which its tables lacked. */
async function copyWithoutLinks(): Promise<void> {
  await schema.owner.query(`TRUNCATE ${Object.keys(COPIED).join()} CASCADE`);
  for (const [table, source] of Object.entries(COPIED)) {
    const { rows } = await linked.owner.query(
      `SELECT json_agg(copied)::text AS json FROM (${source}) AS copied`,
    );
    await schema.owner.query(
      `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
      [rows[0].json],
    );
  }
  await schema.owner.query(
    `SELECT setval('journal_seq', greatest((SELECT max(seq) FROM tip), (SELECT max(seq) FROM movement)))`,
  );
}

async function historyOf({ owner }: TestSchema) {
  const { rows: accounts } = await owner.query('SELECT * FROM account ORDER BY id');
  const { rows: tips } = await owner.query('SELECT * FROM tip ORDER BY seq');
  const { rows: movements } = await owner.query('SELECT * FROM movement ORDER BY seq');
  return { accounts, tips, movements };
}

it('a journal of before links existed is linked as if it always had been, goes on, and is as the auditor wants it', async () => {
  await fillLinked();
  await copyWithoutLinks();
  await migrate(schema.ownerUrl, ledgerSchema);
  const history = await historyOf(schema);
  expect(history).toEqual(await historyOf(linked));
  expect(history.tips).toHaveLength(84);
  expect(history.tips.filter((tip) => tip.prev_received_seq === null)).toHaveLength(3);
  expect(history.tips.some((tip) => tip.prev_referral_seq !== null)).toBe(true);
  expect(history.movements.some((movement) => movement.prev_settlement_seq !== null)).toBe(true);
  const audit = () => runFullAudit(database, { restFactor: 0, maxChunk: 40 });
  expect((await audit())?.findings).toEqual([]);

  await tipOften(schema);
  await schema.owner.query('SELECT close_epoch(); SELECT settle_accounts(ARRAY[1000, 1001, 1005]::bigint[])');
  expect((await audit())?.findings).toEqual([]);
  expect((await historyOf(schema)).tips).toHaveLength(112);
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
