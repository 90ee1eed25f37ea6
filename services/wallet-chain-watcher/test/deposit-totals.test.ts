import type { Database } from '@likewell/service-kit/database/database';
import { createIsolatedSchema } from '@likewell/testing/isolated-database';
import { openTestDatabase } from '@likewell/testing/test-database';
import type { TestSchema } from '@likewell/testing/test-schema';
import { depositState } from '../src/deposits/deposit.js';
import { sumDeposits } from '../src/reconciliation/deposit-totals.queries.js';
import { watcherSchema } from '../src/schema.js';

const CREDITED = 50_000;
const STATES = depositState.options;

let schema: TestSchema;
let database: Database;

/** One deposit of each state, in their order, and many credited ones before them. */
beforeAll(async () => {
  schema = await createIsolatedSchema('wallet-chain-watcher', watcherSchema);
  await schema.owner.query(
    `INSERT INTO deposit (signature, slot, state, amount, member_id, unreadable_times, created_at)
     SELECT decode(lpad(to_hex(n), 128, '0'), 'hex'), n, state,
       CASE WHEN state NOT IN ('seen', 'failed', 'nothing') THEN n END,
       CASE WHEN state IN ('credited', 'claiming', 'claimed') THEN 1000 END,
       0, now() - state_number * interval '1 minute'
     FROM (SELECT n, greatest(1, n - ${CREDITED}) AS state_number,
       CASE WHEN n <= ${CREDITED} THEN 'credited' ELSE ($1::text[])[n - ${CREDITED}] END AS state
       FROM generate_series(1, ${CREDITED + STATES.length}) AS n) AS numbered`,
    [STATES],
  );
  await schema.owner.query('VACUUM ANALYZE deposit');
  database = await openTestDatabase(schema.url, 1);
});
afterAll(async () => {
  await database.dataSource.destroy();
  await schema.drop();
});

it('every state is summed: what was booked, what the ledger was told, and how long one is in progress', async () => {
  const totals = await sumDeposits(database.read);
  const { rows } = await schema.owner.query<{ booked: string; judged: string; slot: string }>(
    `SELECT sum(amount) AS booked, sum(amount) FILTER (WHERE state = 'judged') AS judged,
       max(slot) FILTER (WHERE amount IS NOT NULL) AS slot FROM deposit`,
  );
  const booked = BigInt(rows[0]?.booked ?? 0);
  expect(Object.fromEntries(totals.byState)).toEqual({
    ...Object.fromEntries(STATES.map((state) => [state, 1])),
    credited: CREDITED + 1,
  });
  expect(totals).toMatchObject({ bookedNano: booked, toldNano: booked - BigInt(rows[0]?.judged ?? 0) });
  expect(totals).toMatchObject({ newestSlot: Number(rows[0]?.slot), unreadable: 0 });
  const oldest = 60 * (STATES.indexOf('claiming') + 1);
  expect(totals.oldestSeconds).toBeGreaterThanOrEqual(oldest);
  expect(totals.oldestSeconds).toBeLessThan(oldest + 60);
});

it('50,000 credited deposits are summed without a look at their rows', async () => {
  const fetched = await database.transaction(async (tx) => {
    await sumDeposits(tx);
    const [row] = await tx.query<{ rows: number }[]>(
      `SELECT (pg_stat_get_xact_tuples_returned('deposit'::regclass)
         + pg_stat_get_xact_tuples_fetched('deposit'::regclass))::integer AS rows`,
    );
    return row?.rows;
  });
  expect(fetched).toBeLessThanOrEqual(STATES.length);
});
