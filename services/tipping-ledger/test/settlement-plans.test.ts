import { eventually } from '@likewell/testing/eventually';
import { createIsolatedSchema } from '@likewell/testing/isolated-database';
import type { TestSchema } from '@likewell/testing/test-schema';
import type { PoolClient, QueryResult } from 'pg';
import { randomUUID } from 'node:crypto';
import { ledgerSchema } from '../src/schema.js';

const ACCOUNTS = 100_000;
const POSTS = 100_000;
const TIPS = 50_000;
const DEPOSITS = 50_000;
const EPOCHS = 5000;
const BATCH = 256;
/** Tables that grow with the members, so that a holder of the lock must find their rows by index. */
const LARGE = [
  'account',
  'tip',
  'movement',
  'post_total',
  'owed_bonus',
  'held_bonus',
  'bonus_day',
  'newcomer',
  'holders_epoch',
];

const numbers = (of: (index: number) => number) => Array.from({ length: BATCH }, (_, index) => of(index));
const list = (values: readonly (string | number)[]) => `'{${values.join()}}'`;
const settle = () =>
  `SELECT FROM settle_tips(${list(Array.from({ length: BATCH }, () => randomUUID()))},
    ${list(numbers((index) => 1000 + index * 391))}, ${list(numbers((index) => 1 + index * 389))},
    ${list(numbers((index) => 1000 * (index + 1)))})`;

/** Holders of the one lock: a name, the statement, and the most rows of an index that it may read. */
const HOLDERS: [string, () => string, number][] = [
  ['a full batch of tips', settle, 20 * BATCH],
  ['paying bonuses', () => 'SELECT pay_owed_bonuses(next_owed_bonuses(0))', 20 * 25],
  ['opening an account', () => 'SELECT open_account(5000000, 1000)', 50],
  ['opening an account within budgets', () => `SELECT open_account(5000001, 1000, 'network 7', 5, 10)`, 50],
  ['opening an account beyond budgets', () => `SELECT open_account(5000002, 1000, 'network 8', 5, 10)`, 100],
  [
    'opening an account beyond a budget of its site',
    () => `SELECT open_account(5000003, 1000, 'network 1000000', 5, 10, 'a site', 40)`,
    100,
  ],
  ['a deposit', () => `SELECT * FROM credit_deposit('new', 90000, 5)`, 50],
  ['a deposit that is told again', () => `SELECT * FROM credit_deposit('known-7', 1007, 5)`, 50],
  ['a deposit of nobody', () => `SELECT * FROM credit_deposit('of nobody', NULL, 5)`, 50],
  ['a claim', () => `SELECT * FROM claim_deposit('lost', 80000)`, 50],
  ['a claim of what was claimed', () => `SELECT * FROM claim_deposit('known-7', 80000)`, 50],
  ['a close', () => 'SELECT close_epoch()', 50],
  ['a close by the clock', () => `SELECT close_epoch_when_due('1 second')`, 50],
  ['a call that closes nothing', () => `SELECT close_epoch_when_due('36500 days')`, 50],
];

let schema: TestSchema;
/** Rows read by plans made while the tables were nearly empty, by holder. */
const readByEarlyPlans = new Map<string, unknown>();
/** The same for plans made for full tables with the statistics of empty ones. */
const readByStalePlans = new Map<string, unknown>();

beforeAll(async () => {
  schema = await createIsolatedSchema('tipping-ledger', ledgerSchema);
  // Something for the holders to share, and a member with whom every branch of a function runs, and is
  // planned.
  await schema.owner.query(`
    SELECT open_account(80000, NULL), open_account(90000, NULL);
    UPDATE account SET balance = balance - 1000 WHERE id = 2;
    UPDATE account SET balance = 1000 WHERE id = 3;
    SELECT close_epoch();
    SELECT * FROM credit_deposit('lost', NULL, 7);
    UPDATE account SET balance = balance - 5000000000 WHERE id = 2;
    UPDATE account SET balance = balance + 5000000000 WHERE id = 3;
    INSERT INTO account (id, kind) VALUES (70000, 'member');
    INSERT INTO owed_bonus VALUES (70000);
    UPDATE holders_state SET last_close_at = now() - interval '1 day'`);
  // From here on Postgres knows that the tables are nearly empty, instead of treating them as new.
  for (const table of LARGE) await schema.owner.query(`VACUUM ANALYZE ${table}`);
  // New statistics would invalidate the plans of open connections: only those that the test makes are
  // allowed.
  const { rows } = await schema.owner.query<{ name: string }>(
    'SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  for (const { name } of rows)
    await schema.owner.query(`ALTER TABLE ${name} SET (autovacuum_enabled = false)`);
  const early = await schema.owner.connect();
  for (const [, sql] of HOLDERS) await early.query(`BEGIN; ${sql()}; ROLLBACK`);
  await fill();
  for (const [holder, sql, most] of HOLDERS) readByEarlyPlans.set(holder, await readBy(sql(), most, early));
  early.release(true);
  for (const [holder, sql, most] of HOLDERS) readByStalePlans.set(holder, await readBy(sql(), most));
  // From here on Postgres knows the size of the tables, and plans anew.
  for (const table of LARGE) await schema.owner.query(`VACUUM ANALYZE ${table}`);
});
afterAll(() => schema.drop());

/** Adds members who are an epoch behind and to whom a bonus is owed, with posts, tips, deposits and epochs. */
async function fill(): Promise<void> {
  await schema.owner.query(`
    INSERT INTO account (id, kind, referrer_id, balance)
      SELECT id, 'member', CASE WHEN id % 2 = 1 THEN id - 1 END, 100000000000
      FROM generate_series(1000, 999 + ${ACCOUNTS}) AS id ON CONFLICT DO NOTHING;
    -- Their shares of the epoch that was closed are in the pool.
    UPDATE holders_state SET liability = liability + 1000000000;
    UPDATE account SET balance = balance + 1000000000 WHERE id = 3;
    UPDATE account SET balance = balance - (SELECT sum(balance) FROM account) WHERE id = 2;
    INSERT INTO owed_bonus SELECT id FROM generate_series(1000, 999 + ${ACCOUNTS}) AS id ON CONFLICT DO NOTHING;
    INSERT INTO held_bonus SELECT id, current_date + 7 FROM generate_series(1000, 999 + ${ACCOUNTS}) AS id;
    INSERT INTO bonus_day SELECT 'network ' || n, current_date + n % 9, 5 FROM generate_series(1, ${ACCOUNTS}) AS n;
    INSERT INTO newcomer SELECT id, 1000, 'network ' || id % 100 FROM generate_series(1000, 999 + ${ACCOUNTS}) AS id;
    INSERT INTO bonus_day SELECT '', current_date + n, 10 FROM generate_series(0, 8) AS n;
    INSERT INTO bonus_day SELECT 'a site', current_date + n, 40 FROM generate_series(0, 8) AS n;
    INSERT INTO post_total (post_id, author_id, open, version)
      SELECT n, 1000 + n % ${ACCOUNTS}, true, 1 FROM generate_series(1, ${POSTS}) AS n;
    INSERT INTO tip (idem_key, payer_id, author_id, post_id, amount, author_part, holders_part, platform_part, referral_part,
        prev_sent_seq)
      SELECT gen_random_uuid(), 1000 + n, 1000 + (n + 1) % ${ACCOUNTS}, n + 1, 10, 7, 2, 1, 0, NULL
      FROM generate_series(1, ${TIPS}) AS n;
    INSERT INTO movement (idem_key, kind, from_id, to_id, amount)
      SELECT 'deposit:known-' || n, 'deposit', 1, 1000 + n, 5 FROM generate_series(1, ${DEPOSITS}) AS n;
    INSERT INTO holders_epoch (epoch, m, members_total, distributed)
      SELECT -n, 1e27, 0, 0 FROM generate_series(1, ${EPOCHS}) AS n;
  `);
}

/** Returns how many statements Postgres plans to run this one: itself, and the inner ones without a plan. */
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

/**
 * Returns the large tables that a statement scans, and those of their indexes of which it reads more than
 * `most` rows.
 */
async function readBy(sql: string, most: number, connected?: PoolClient): Promise<unknown[]> {
  const client = connected ?? (await schema.owner.connect());
  // Sent as one message: a client that pauses with the lock loses it.
  const message = `BEGIN; ${WHAT_WAS_READ}; ${sql}; ${WHAT_WAS_READ}; ROLLBACK`;
  const results = (await client.query(message)) as unknown as QueryResult<Read>[];
  // The next connection must have no plans.
  if (!connected) client.release(true);
  // Counts from before, which the connection has not reported yet, are in both results.
  const before = new Map(results[1]?.rows.map(({ name, read }) => [name, read]));
  return (results.at(-2)?.rows ?? [])
    .map(({ name, is_table, read }) => ({ name, is_table, read: read - (before.get(name) ?? NaN) }))
    .filter(({ is_table, read }) => read > (is_table ? 0 : most));
}

interface Read {
  readonly name: string;
  readonly is_table: boolean;
  readonly read: number;
}

const WHAT_WAS_READ = `
  SELECT relname AS name, relkind = 'r' AS is_table, pg_stat_get_xact_tuples_returned(oid)::int AS read FROM pg_class
  WHERE oid = ANY (${list(LARGE)}::regclass[])
    OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = ANY (${list(LARGE)}::regclass[]))`;

describe('among 100,000 accounts', () => {
  it('a statement that reads all would be seen, of a table or of an index', async () => {
    expect(await readBy('SELECT count(*) FROM account WHERE version = 0', 50)).toMatchObject([
      { name: 'account' },
    ]);
    const byIndex = 'SET LOCAL enable_seqscan = off; SELECT count(*) FROM owed_bonus WHERE member_id > 0';
    expect(await readBy(byIndex, 50)).toMatchObject([{ name: 'owed_bonus_pkey' }]);
  });

  describe.each(HOLDERS)('%s', (holder, sql, most) => {
    it('reads only what it touches', async () => {
      expect(await readBy(sql(), most)).toEqual([]);
    });

    it('reads only what it touches by a plan that was made in an empty ledger', () => {
      expect(readByEarlyPlans.get(holder)).toEqual([]);
    });

    it('reads only what it touches by a plan that was made by the statistics of an empty ledger', () => {
      expect(readByStalePlans.get(holder)).toEqual([]);
    });
  });

  it('a small batch is settled by the plan that the connection knows', async () => {
    // A connection drops its plans when it has missed too many changes of other databases' catalogs.
    await eventually(async () => {
      const client = await schema.owner.connect();
      const settleOne = () =>
        plansOf(client, 'SELECT * FROM settle_tips($1, $2, $3, $4)', [[randomUUID()], [1000], [2], [1000]]);
      try {
        expect(await settleOne()).toBeGreaterThan(1);
        for (let count = 0; count < 6; count += 1) expect(await settleOne()).toBe(1);
      } finally {
        client.release(true);
      }
    });
  });
});
