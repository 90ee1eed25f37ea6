import type { Database } from '@likewell/service-kit/database/database';
import { createIsolatedSchema } from '@likewell/testing/isolated-database';
import { buffersOf, explain, settleTables, stepsOf } from '@likewell/testing/plans';
import { openTestDatabase } from '@likewell/testing/test-database';
import bs58 from 'bs58';
import { randomBytes } from 'node:crypto';
import type { TestSchema } from '@likewell/testing/test-schema';
import { takeDue } from '../src/deposits/deposit-queue.queries.js';
import { isBacklogFull, storePage } from '../src/deposits/listed-pages.queries.js';
import { watcherSchema } from '../src/schema.js';

const BACKLOG = 100_000;
const LIMIT = 100;
/** Three reads of indexes, and for each of 100 rows its own page, its key, and what its update writes. */
const MAX_BUFFERS = 2500;

let schema: TestSchema;
let database: Database;

/** A history that was read within the hour before the last minute, of which nothing has been judged. */
beforeAll(async () => {
  schema = await createIsolatedSchema('wallet-chain-watcher', watcherSchema);
  database = await openTestDatabase(schema.url, 2);
  await schema.owner.query(
    `INSERT INTO deposit (signature, slot, state, due_at)
     SELECT sha512(n::text::bytea), n, 'seen', now() - interval '1 minute' - interval '1 hour' * n / $1
     FROM generate_series(1, $1::int) AS n`,
    [BACKLOG],
  );
  await settleTables(schema, ['deposit']);
}, 180_000);
afterAll(async () => {
  await database.dataSource.destroy();
  await schema.drop();
});

const take = () => database.transaction((tx) => takeDue(tx, LIMIT));

interface Stored {
  signatures: number;
  state?: 'seen' | 'judged';
  isNews?: boolean;
  attempts?: number;
  unreadableTimes?: number;
  /** Seconds since it was stored. */
  age?: number;
}

/** Stores signatures at slots from `from` on that have been due for a second. */
const store = (
  from: number,
  { signatures, state = 'seen', isNews = true, attempts = 0, unreadableTimes = 0, age = 1 }: Stored,
) =>
  schema.owner.query(
    `INSERT INTO deposit (signature, slot, state, amount, is_news, attempts, unreadable_times, due_at, created_at)
     SELECT sha512(n::text::bytea), n, $3, CASE WHEN $3 = 'judged' THEN 1 END, $4, $5, $6,
       now() - interval '1 second' + interval '1 microsecond' * n, now() - interval '1 second' * $7
     FROM generate_series($1::int, $1 + $2 - 1) AS n`,
    [from, signatures, state, isNews, attempts, unreadableTimes, age],
  );

/** Returns how many of the signatures at slots from `from` on are leased, and empties the queue of them. */
async function takenFrom(from: number): Promise<number> {
  const sql = `WITH gone AS (DELETE FROM deposit WHERE slot BETWEEN $1 AND $1 + ${BACKLOG - 1} RETURNING due_at)
    SELECT count(*) FILTER (WHERE due_at > now())::int AS taken FROM gone`;
  const { rows } = await schema.owner.query<{ taken: number }>(sql, [from]);
  return rows[0]?.taken ?? 0;
}

const [ARRIVED, OTHERS] = [2 * BACKLOG, 3 * BACKLOG];

it.each<[string, Stored, number]>([
  ['retries of what nobody knows', { signatures: 1000, attempts: 6, age: 0 }, LIMIT - 6],
  ['first retries of what an endpoint made up', { signatures: 1000, attempts: 4, age: 20 }, LIMIT / 2],
  ['what an endpoint was busy for', { signatures: 1000, age: 20 }, LIMIT / 2],
  ['what an endpoint cannot read', { signatures: 1000, unreadableTimes: 3, age: 0 }, LIMIT - 6],
  ['the pages of a history that is being read', { signatures: 1000, isNews: false, age: 0 }, LIMIT - 6],
])('what has just arrived is looked at before %s, and the backlog goes on', async (_name, others, oldest) => {
  await store(OTHERS, others);
  await store(ARRIVED, { signatures: 3, attempts: 0, age: 2 });
  await store(ARRIVED + 3, { signatures: 3, attempts: 3, age: 12 });
  expect(await take()).toHaveLength(LIMIT);
  const { rows } = await schema.owner.query<{ oldest: number }>(
    `WITH gone AS (DELETE FROM deposit WHERE due_at > now() AND slot <= ${BACKLOG} RETURNING slot)
     SELECT count(*)::int AS oldest FROM gone`,
  );
  expect(rows).toEqual([{ oldest }]);
  expect(await takenFrom(ARRIVED)).toBe(6);
  await takenFrom(OTHERS);
});

it('what one endpoint lists in its history becomes news where another one has it at the top, and stays so', async () => {
  const signature = bs58.encode(randomBytes(64));
  for (const isNews of [false, true, false])
    await database.transaction((tx) =>
      storePage(tx, [{ signature, slot: ARRIVED }], { endpoint: 'one.example', isNews }),
    );
  const { rows } = await schema.owner.query(`DELETE FROM deposit WHERE slot = ${ARRIVED} RETURNING is_news`);
  expect(rows).toEqual([{ is_news: true }]);
});

it('what somebody works on does not become news before they have done it: raising waits for nobody', async () => {
  const rows = [1, 2].map((place) => ({ signature: bs58.encode(randomBytes(64)), slot: ARRIVED + place }));
  const list = (isNews: boolean) =>
    database.transaction(async (tx) => {
      await tx.query(`SET LOCAL lock_timeout = '1s'`);
      await storePage(tx, rows, { endpoint: 'one.example', isNews });
    });
  await list(false);
  const other = await schema.owner.connect();
  await other.query(`BEGIN; SELECT FROM deposit WHERE slot = ${ARRIVED + 2} FOR UPDATE`);
  try {
    await list(true);
    await other.query(`UPDATE deposit SET due_at = now() WHERE slot > ${ARRIVED}`);
  } finally {
    await other.query('COMMIT');
    other.release();
  }
  const news = async () => {
    const { rowCount } = await schema.owner.query(`SELECT FROM deposit WHERE slot > ${ARRIVED} AND is_news`);
    return rowCount;
  };
  expect(await news()).toBe(1);
  await list(true);
  expect(await news()).toBe(2);
  await takenFrom(ARRIVED);
});

it('what waits is counted for the endpoint that listed it first, on its top page and below it', async () => {
  const [below, top] = [1, 2].map((place) => ({
    signature: bs58.encode(randomBytes(64)),
    slot: ARRIVED + place,
  }));
  const list = (endpoint: string, row: typeof below, isNews: boolean) =>
    database.transaction((tx) => storePage(tx, row ? [row] : [], { endpoint, isNews }));
  await list('one.example', below, false);
  await list('one.example', top, true);
  await list('other.example', below, false);
  for (const isNews of [false, true]) {
    const isFull = (endpoint: string, limit: number) =>
      isBacklogFull(database.read, { endpoint, isNews }, limit);
    expect(await isFull('one.example', 1)).toBe(true);
    expect(await isFull('one.example', 2)).toBe(false);
    expect(await isFull('other.example', 1)).toBe(false);
    const { Plan } = await explain(schema, async (tx) => [
      await isBacklogFull(tx, { endpoint: 'one.example', isNews }, BACKLOG),
    ]);
    expect(buffersOf(Plan)).toBeLessThan(10);
  }
  await takenFrom(ARRIVED);
});

it('what an endpoint makes news of is counted as its own: two that raise what the other lists find room once', async () => {
  const row = { signature: bs58.encode(randomBytes(64)), slot: ARRIVED };
  const list = (endpoint: string, isNews: boolean) =>
    database.transaction((tx) => storePage(tx, [row], { endpoint, isNews }));
  const isFull = (endpoint: string, isNews: boolean) => isBacklogFull(database.read, { endpoint, isNews }, 1);
  await list('one.example', false);
  expect(await isFull('one.example', false)).toBe(true);
  await list('other.example', true);
  expect([await isFull('other.example', true), await isFull('one.example', true)]).toEqual([true, false]);
  await takenFrom(ARRIVED);
});

it('what the ledger is to be told of waits for no backlog', async () => {
  await store(OTHERS, { signatures: 1000 });
  await store(ARRIVED, { signatures: 3, state: 'judged' });
  expect(await take()).toHaveLength(LIMIT);
  expect(await takenFrom(ARRIVED)).toBe(3);
  await takenFrom(OTHERS);
});

it('a batch is full though nothing in it is new', async () => {
  expect(await take()).toHaveLength(LIMIT);
});

it('two replicas take different ones', async () => {
  const [one, other] = await Promise.all([take(), take()]);
  const signatures = [...one, ...other].map(({ signature }) => signature);
  expect(new Set(signatures).size).toBe(2 * LIMIT);
});

it('the last few are taken once', async () => {
  await schema.owner.query(`UPDATE deposit SET due_at = now() + interval '1 hour'`);
  await schema.owner.query(`UPDATE deposit SET due_at = now(), is_news = true WHERE slot <= ${LIMIT - 43}`);
  const taken = await take();
  expect(new Set(taken.map(({ signature }) => signature)).size).toBe(LIMIT - 43);
  expect(await take()).toEqual([]);
});

it('a look at the queue reads the few rows that it takes', async () => {
  await schema.owner.query(
    `UPDATE deposit SET due_at = now() - interval '1 hour' * slot / ${BACKLOG}, is_news = true,
       attempts = CASE WHEN slot < ${BACKLOG} - 1000 THEN 6 ELSE 0 END`,
  );
  await settleTables(schema, ['deposit']);
  const { Plan } = await explain(schema, (tx) => takeDue(tx, LIMIT));
  const scanned = stepsOf(Plan).filter((step) => step['Node Type'] === 'Seq Scan');
  expect(scanned.map((step) => step['Relation Name'])).not.toContain('deposit');
  expect(buffersOf(Plan)).toBeLessThan(MAX_BUFFERS);
});
