import type { Database } from '@likewell/service-kit/database/database';
import { openTestDatabase } from '@likewell/testing/test-database';
import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { findDeposited } from '../src/deposits/deposits.queries.js';
import { ledgerSchema } from '../src/schema.js';
import { countRowsRead } from './count-rows-read.js';

const DEPOSITS = 50_000;
const MEMBER = 1000;

let schema: TestSchema;
let database: Database;

/** A treasury that was refilled once, among many deposits, settlements and balances of who left. */
beforeAll(async () => {
  schema = await createTestSchema('tipping-ledger', ledgerSchema);
  await schema.owner.query(`
    SELECT refill_treasury('plans', 7);
    INSERT INTO account (id, kind, balance) VALUES (${MEMBER}, 'member', 3 * ${DEPOSITS});
    UPDATE account SET balance = balance - 3 * ${DEPOSITS} WHERE id = 1;
    INSERT INTO movement (idem_key, kind, from_id, to_id, amount)
      SELECT 'deposit:' || n, 'deposit', 1, ${MEMBER}, 3 FROM generate_series(1, ${DEPOSITS}) AS n;
    INSERT INTO movement (kind, from_id, to_id, amount)
      SELECT 'settlement', 3, ${MEMBER}, 1 FROM generate_series(1, ${DEPOSITS}) AS n;
    INSERT INTO movement (idem_key, kind, from_id, to_id, amount)
      SELECT 'forfeit:' || n, 'forfeit', ${MEMBER}, 2, 1 FROM generate_series(1, ${DEPOSITS}) AS n;
  `);
  await schema.owner.query('VACUUM ANALYZE movement');
  database = await openTestDatabase(schema.url, 1);
});
afterAll(async () => {
  await database.dataSource.destroy();
  await schema.drop();
});

it('the sum of 50,000 deposits is found by what the treasury received, without reading them', async () => {
  const { found, read } = await countRowsRead(database, findDeposited);
  expect(found).toBe(3n * BigInt(DEPOSITS));
  // The first supply and the refill, by the index and from the table.
  expect(read).toBeLessThanOrEqual(4);
});
