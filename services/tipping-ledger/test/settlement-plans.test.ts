import { createSchemaApart } from '@likewell/testing/schema-apart';
import type { TestSchema } from '@likewell/testing/test-schema';
import type { PoolClient } from 'pg';
import { randomUUID } from 'node:crypto';
import { migrations } from '../src/migrations/migrations.js';

const ACCOUNTS = 100_000;
const POSTS = 100_000;
const TIPS = 50_000;
const BATCH = 256;
const MAX_FETCHED = 20 * BATCH;
/** Tables that grow with the members, and what each batch must therefore find by index. */
const LARGE = ['account', 'tip', 'movement', 'post_total', 'owed_bonus', 'holders_epoch'];
const GROWING = ['account', 'tip', 'movement', 'post_total'];

let schema: TestSchema;
/** What a full batch scanned by a plan that was made while there was next to nothing in the tables. */
let scannedByEarlyPlan: unknown[];

beforeAll(async () => {
  schema = await createSchemaApart('tipping-ledger', migrations);
  // To Postgres they are empty for sure from here on, and not only young.
  for (const table of GROWING) await schema.owner.query(`VACUUM ANALYZE ${table}`);
  // New statistics end the plans that connections know: none come but those that the test wants.
  const { rows } = await schema.owner.query<{ name: string }>(
    'SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  for (const { name } of rows)
    await schema.owner.query(`ALTER TABLE ${name} SET (autovacuum_enabled = false)`);
  const early = await schema.owner.connect();
  await early.query(SETTLE, fresh());
  await schema.owner.query(`
    INSERT INTO account (id, kind, referrer_id, balance)
      SELECT id, 'member', CASE WHEN id % 2 = 1 THEN id - 1 END, 100000000000
      FROM generate_series(1000, 999 + ${ACCOUNTS}) AS id;
    -- All of it out of the treasury, and something for the holders to share.
    UPDATE account SET balance = balance - ${ACCOUNTS} * 100000000000 - 5000000000 WHERE id = 2;
    UPDATE account SET balance = 5000000000 WHERE id = 3;
    INSERT INTO post_total (post_id, author_id, open, version)
      SELECT n, 1000 + n % ${ACCOUNTS}, true, 1 FROM generate_series(1, ${POSTS}) AS n;
    INSERT INTO tip (idem_key, payer_id, author_id, post_id, amount, author_part, holders_part, platform_part, referral_part,
        prev_sent_seq)
      SELECT gen_random_uuid(), 1000 + n, 1000 + (n + 1) % ${ACCOUNTS}, n + 1, 10, 7, 2, 1, 0, NULL
      FROM generate_series(1, ${TIPS}) AS n;
  `);
  scannedByEarlyPlan = await scannedBy(SETTLE, fresh(), early);
  // From here on Postgres knows how much there is, and plans anew.
  for (const table of GROWING) await schema.owner.query(`VACUUM ANALYZE ${table}`);
});
afterAll(() => schema.drop());

/** How many statements Postgres plans to run this one: itself, and those inside it whose plan it does not know yet. */
async function plansOf(client: PoolClient, sql: string, parameters: unknown[]): Promise<number> {
  let plans = 0;
  const count = ({ message }: { message?: string | undefined }) => (plans += message === 'plan:' ? 1 : 0);
  await client.query('SET debug_print_plan = on; SET client_min_messages = log');
  client.on('notice', count);
  await client.query(sql, parameters);
  client.off('notice', count);
  await client.query('RESET debug_print_plan; RESET client_min_messages');
  return plans;
}

/** Of which large tables a statement reads all, or by an index more than a batch can need. */
async function scannedBy(sql: string, parameters: unknown[], connected?: PoolClient): Promise<unknown[]> {
  const client = connected ?? (await schema.owner.connect());
  try {
    await client.query('BEGIN');
    await client.query(sql, parameters);
    const { rows } = await client.query(
      `SELECT relname, seq_tup_read::int, idx_tup_fetch::int FROM pg_stat_xact_user_tables
       WHERE relname = ANY ($1) AND (seq_tup_read > 0 OR idx_tup_fetch > $2)`,
      [LARGE, MAX_FETCHED],
    );
    return rows;
  } finally {
    await client.query('ROLLBACK');
    // Counts that the connection has not handed over yet would be seen by the next one.
    client.release(true);
  }
}

const numbers = (of: (index: number) => number) => Array.from({ length: BATCH }, (_, index) => of(index));
const batchOf = (keys: string[]) => [
  keys,
  numbers((index) => 1000 + index * 391),
  numbers((index) => 1 + index * 389),
  numbers((index) => 1000 * (index + 1)),
];
const SETTLE = 'SELECT * FROM settle_tips($1, $2, $3, $4)';
const fresh = () => batchOf(Array.from({ length: BATCH }, () => randomUUID()));

describe('among 100,000 accounts', () => {
  it('a statement that reads all would be seen', async () => {
    expect(await scannedBy('SELECT count(*) FROM account WHERE version = 0', [])).toMatchObject([
      { relname: 'account' },
    ]);
  });

  it('a full batch of tips reads only what it touches', async () => {
    expect(await scannedBy(SETTLE, fresh())).toEqual([]);
  });

  it('a plan made in an empty ledger reads only what a full batch touches', () => {
    expect(scannedByEarlyPlan).toEqual([]);
  });

  it('a batch that meets accounts of an earlier epoch reads only what it touches', async () => {
    const { rows } = await schema.owner.query('SELECT close_epoch() AS epoch');
    expect(rows).toEqual([{ epoch: 1 }]);
    expect(await scannedBy(SETTLE, fresh())).toEqual([]);
  });

  it('opening an account reads only what it touches', async () => {
    expect(await scannedBy('SELECT open_account($1, $2)', [5_000_000, 1000])).toEqual([]);
  });

  it('a small batch is settled by the plan that the connection knows', async () => {
    const client = await schema.owner.connect();
    const settleOne = () => plansOf(client, SETTLE, [[randomUUID()], [1000], [2], [1000]]);
    expect(await settleOne()).toBeGreaterThan(1);
    for (let count = 0; count < 6; count += 1) expect(await settleOne()).toBe(1);
    client.release(true);
  });
});
