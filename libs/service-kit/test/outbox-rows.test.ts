import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { RETENTION_MS } from '../src/config/event-defaults.js';
import { Database, type Tx } from '../src/database/database.js';
import { openDatabase } from '../src/database/open-database.js';
import * as outbox from '../src/events/outbox-rows.js';
import { createLogger } from '../src/telemetry/logger.js';
import { tallySchema } from './tally.js';

const RETAINED = 50_000;
const WAITING = 300;
const BATCH = 200;

let schema: TestSchema;
let database: Database;

beforeAll(async () => {
  schema = await createTestSchema('tally', tallySchema);
  database = new Database(
    await openDatabase(
      { url: schema.url, poolSize: 1, applicationName: 'tally' },
      createLogger('test', 'silent'),
    ),
  );
  await schema.owner.query(
    `INSERT INTO outbox (id, subject, envelope, published_at)
     SELECT gen_random_uuid(), 'event.tally.made', '{}', CASE WHEN n <= $1::int THEN now() END
     FROM generate_series(1, $1::int + $2::int) AS n`,
    [RETAINED, WAITING],
  );
  await schema.owner.query('VACUUM ANALYZE outbox');
});
afterAll(async () => {
  await database.dataSource.destroy();
  await schema.drop();
});

/** Returns the number of outbox rows that a statement reads, and its result. */
async function readBy<T>(work: (tx: Tx) => Promise<T>): Promise<{ rows: number; response: T }> {
  return database.transaction(async (tx) => {
    const read = async () => {
      const [table] = await tx.query<{ rows: number }[]>(
        `SELECT sum(seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'outbox'`,
      );
      return table?.rows ?? 0;
    };
    const before = await read();
    const response = await work(tx);
    return { response, rows: (await read()) - before };
  });
}

describe('with 50,000 retained rows behind it', () => {
  it('a round of the relay reads only what waits', async () => {
    const waiting = await readBy((tx) => outbox.findWaiting(tx, ['event', 'total'], BATCH));
    expect(waiting.response).toHaveLength(BATCH);
    expect(waiting.rows).toBeLessThanOrEqual(BATCH);
    const marked = await readBy((tx) => outbox.markPublished(tx, waiting.response));
    expect(marked.rows).toBeLessThanOrEqual(BATCH);
    const lag = await readBy((tx) => outbox.measureLagSeconds(tx));
    expect(lag.rows).toBeLessThanOrEqual(BATCH + 1);
    expect(await readBy((tx) => outbox.findResendable(tx, RETENTION_MS, BATCH))).toEqual({
      response: [],
      rows: 0,
    });
  });

  it('what a new stream gets again is read once', async () => {
    await database.transaction((tx) => outbox.recordStream(tx, '2026-01-01T00:00:00Z'));
    await database.transaction((tx) => outbox.recordStream(tx, '2026-01-02T00:00:00Z'));
    const seen: number[] = [];
    for (;;) {
      const { response, rows } = await readBy((tx) => outbox.findResendable(tx, RETENTION_MS, BATCH));
      expect(rows).toBeLessThanOrEqual(BATCH + WAITING);
      const last = response.at(-1);
      if (!last) break;
      seen.push(...response.map(({ seq }) => Number(seq)));
      await database.transaction((tx) => outbox.markResent(tx, last));
    }
    expect(seen).toEqual(Array.from({ length: RETAINED + BATCH }, (_, index) => index + 1));
  });
});

it('what waits is not hidden by a clock that was set back', async () => {
  const lag = await database.transaction(async (tx) => {
    await tx.query(`UPDATE outbox SET created_at = now() + interval '1 hour' WHERE published_at IS NULL`);
    return outbox.measureLagSeconds(tx);
  });
  expect(lag).toBe(3600);
});

it('a row is as old as its mark, however long its transaction had run', async () => {
  const afterMs = await database.transaction(async (tx) => {
    const rows = await outbox.findWaiting(tx, ['event', 'total'], 1);
    await tx.query('SELECT pg_sleep(1)');
    await outbox.markPublished(tx, rows);
    const [marked] = await tx.query<{ after: number }[]>(
      'SELECT 1000 * extract(epoch FROM published_at - now())::float8 AS after FROM outbox WHERE seq = $1',
      [rows[0]?.seq],
    );
    return marked?.after;
  });
  expect(afterMs).toBeGreaterThanOrEqual(1000);
});

it('positions follow the order of writing, however the rows lie in the table', async () => {
  const [written, placed] = await database.transaction(async (tx) => {
    const rows = await outbox.findWaiting(tx, ['event', 'total'], 20);
    // A row whose indexed column changes lies elsewhere, and a plan for a small table reads rows as they lie.
    for (const { seq } of rows.toReversed()) {
      await tx.query(`UPDATE outbox SET created_at = created_at - interval '1 s' WHERE seq = $1`, [seq]);
    }
    await tx.query('SET LOCAL enable_indexscan = off');
    await outbox.markPublished(tx, rows);
    const seqs = rows.map(({ seq }) => ({ seq }));
    return [
      seqs,
      await tx.query('SELECT seq FROM outbox WHERE seq = ANY ($1) ORDER BY position', [
        seqs.map(({ seq }) => seq),
      ]),
    ];
  });
  expect(placed).toEqual(written);
});

it('a row has a position, too, when the version before marks it', async () => {
  const marked = await database.transaction(async (tx) => {
    const [row] = await outbox.findWaiting(tx, ['event', 'total'], 1);
    return tx.query(
      `UPDATE outbox SET published_at = clock_timestamp() WHERE seq = $1 RETURNING position > 0 AS "isPlaced"`,
      [row?.seq],
    );
  });
  expect(marked).toEqual([[{ isPlaced: true }], 1]);
});
