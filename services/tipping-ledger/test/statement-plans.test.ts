import type { StatementKind } from '@likewell/contracts/tipping-ledger/statement';
import { statementKind } from '@likewell/contracts/tipping-ledger/statement';
import type { Database } from '@likewell/service-kit/database/database';
import { openTestDatabase } from '@likewell/testing/test-database';
import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { ledgerSchema } from '../src/schema.js';
import type { StatementPosition } from '../src/statements/statement-cursors.js';
import { findLines } from '../src/statements/statements.queries.js';
import { findWeekTotals, MAX_LINES } from '../src/statements/week-totals.queries.js';
import { countRowsRead } from './count-rows-read.js';

const TIPS = 100_000;
const PAYERS = 50;
const AUTHOR = 1000;
const PAGE = 20;
/** Four chains with a page and one more line each. */
const MAX_READ = 4 * (PAGE + 1);

let schema: TestSchema;
let database: Database;

/** An author who received all those tips, sent one long ago, was settled once and got the bonus. */
beforeAll(async () => {
  schema = await createTestSchema('tipping-ledger', ledgerSchema);
  await schema.owner.query(`
    INSERT INTO account (id, kind) SELECT id, 'member' FROM generate_series(${AUTHOR}, ${AUTHOR + PAYERS}) AS id;
    INSERT INTO movement (seq, idem_key, kind, from_id, to_id, amount) VALUES
      (10, 'bonus:${AUTHOR}', 'bonus', 2, ${AUTHOR}, 100), (11, 'deposit:d', 'deposit', 1, ${AUTHOR}, 5);
    INSERT INTO movement (seq, kind, from_id, to_id, amount, prev_settlement_seq)
      VALUES (12, 'settlement', 3, ${AUTHOR}, 7, NULL);
    INSERT INTO tip (seq, idem_key, payer_id, author_id, post_id, amount, author_part, holders_part, platform_part,
        referral_part, prev_sent_seq, prev_received_seq)
      SELECT n, gen_random_uuid(), ${AUTHOR + 1} + n % ${PAYERS}, ${AUTHOR}, 1, 10, 7, 2, 1, 0,
        CASE WHEN n >= 100 + ${PAYERS} THEN n - ${PAYERS} END, CASE WHEN n > 100 THEN n - 1 END
      FROM generate_series(100, 99 + ${TIPS}) AS n;
    INSERT INTO tip (seq, idem_key, payer_id, author_id, post_id, amount, author_part, holders_part, platform_part,
        referral_part, prev_sent_seq)
      VALUES (20, gen_random_uuid(), ${AUTHOR}, ${AUTHOR + 1}, 2, 10, 7, 2, 1, 0, NULL);
    UPDATE account SET last_sent_seq = 20, last_received_seq = 99 + ${TIPS}, last_settlement_seq = 12 WHERE id = ${AUTHOR};
  `);
  for (const table of ['account', 'movement', 'tip']) await schema.owner.query(`VACUUM ANALYZE ${table}`);
  database = await openTestDatabase(schema.url, 1);
});
afterAll(async () => {
  await database.dataSource.destroy();
  await schema.drop();
});

/** Returns a page, and how many rows of the journal it read. */
async function pageOf(kinds: readonly StatementKind[], from: StatementPosition | null) {
  const { found, read } = await countRowsRead(database, (tx) =>
    findLines(tx, AUTHOR, kinds, { from, pageSize: PAGE }),
  );
  return { lines: found.lines.slice(0, PAGE), more: found.lines.length > PAGE, read };
}

describe(`a statement of an author with ${TIPS.toLocaleString('en')} tips`, () => {
  // Postgres counts both what an index returns and what is fetched by it.
  const bound = 2 * MAX_READ;

  it('reads a page of all kinds in the time of a page, at its begin and anywhere in it', async () => {
    const newest = await pageOf(statementKind.options, null);
    expect(newest.lines.map(({ id }) => id)).toEqual(Array.from({ length: PAGE }, (_, n) => 99 + TIPS - n));
    expect(newest.read).toBeLessThanOrEqual(bound);
    const somewhere = { before: 50_001, sent: 20, received: 50_000, referral: null, settlement: 12 };
    const middle = await pageOf(statementKind.options, somewhere);
    expect(middle.lines[0]?.id).toBe(50_000);
    expect(middle.read).toBeLessThanOrEqual(bound);
  });

  it('finds the rare kinds behind them at once, and all of them at the end', async () => {
    for (const [kind, id] of [
      ['tip-sent', 20],
      ['holders', 12],
      ['deposit', 11],
      ['bonus', 10],
    ] as const) {
      const page = await pageOf([kind], null);
      expect(page.lines.map((line) => line.id)).toEqual([id]);
      expect(page.read).toBeLessThanOrEqual(4);
    }
    const end = { before: 101, sent: 20, received: 100, referral: null, settlement: 12 };
    const last = await pageOf(statementKind.options, end);
    expect(last.lines.map((line) => line.kind)).toEqual([
      'tip-received',
      'tip-sent',
      'holders',
      'deposit',
      'bonus',
    ]);
    expect(last.more).toBe(false);
  });

  it('adds up the newest of a busy week and says that there were more', async () => {
    const { found, read } = await countRowsRead(database, (tx) => findWeekTotals(tx, AUTHOR));
    expect(found.earned).toEqual({ amountNano: 7n * BigInt(MAX_LINES), isExact: false });
    expect(found.given).toEqual({ amountNano: 10n, isExact: true });
    expect(read).toBeLessThanOrEqual(2 * (MAX_LINES + 3));
  });

  it("does not follow another member's links", async () => {
    const foreign = { before: 101, sent: 99 + TIPS, received: null, referral: null, settlement: null };
    expect((await pageOf(['tip-sent'], foreign)).lines).toEqual([]);
  });
});
