import { Database } from '@likewell/service-kit/database/database';
import { openDatabase } from '@likewell/service-kit/database/open-database';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { createIsolatedSchema } from '@likewell/testing/isolated-database';
import { buffersOf, explain, settleTables, stepsOf } from '@likewell/testing/plans';
import type { TestSchema } from '@likewell/testing/test-schema';
import { takeDue } from '../src/deposits/deposit-queue.queries.js';
import { watcherSchema } from '../src/schema.js';

const BACKLOG = 100_000;
const LIMIT = 100;
/** Two reads of indexes, and for each of 100 rows its own page, its key, and what its update writes. */
const MAX_BUFFERS = 2500;

let schema: TestSchema;
let database: Database;

/** A history that was read within the hour before the last minute, of which nothing has been judged. */
beforeAll(async () => {
  schema = await createIsolatedSchema('wallet-chain-watcher', watcherSchema);
  const options = { url: schema.url, poolSize: 2, applicationName: 'test' };
  database = new Database(await openDatabase(options, createLogger('test', 'silent')));
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

/** Stores signatures at slots from `from` on that have been due for a second. */
const store = (from: number, signatures: number, attempts: number) =>
  schema.owner.query(
    `INSERT INTO deposit (signature, slot, state, attempts, due_at)
     SELECT sha512(n::text::bytea), n, 'seen', $3, now() - interval '1 second' + interval '1 microsecond' * n
     FROM generate_series($1::int, $1 + $2 - 1) AS n`,
    [from, signatures, attempts],
  );

it('what has just arrived is looked at before a long history and before retries, and the history goes on', async () => {
  const [arrived, retried] = [2 * BACKLOG, 3 * BACKLOG];
  await store(arrived, 3, 0);
  // Signatures that nobody knows come back again and again, each time among the newest.
  await store(retried, 1000, 4);
  expect(await take()).toHaveLength(LIMIT);
  const { rows } = await schema.owner.query(
    `SELECT count(*) FILTER (WHERE slot BETWEEN ${arrived} AND ${arrived} + 2)::int AS arrived,
       count(*) FILTER (WHERE slot BETWEEN ${BACKLOG - LIMIT / 2} AND ${BACKLOG})::int AS oldest
     FROM deposit WHERE due_at > now()`,
  );
  expect(rows).toEqual([{ arrived: 3, oldest: LIMIT / 2 }]);
});

it('a batch is full though nothing in it is new', async () => {
  await schema.owner.query('UPDATE deposit SET attempts = 1 WHERE attempts = 0 AND due_at <= now()');
  expect(await take()).toHaveLength(LIMIT);
});

it('two replicas take different ones', async () => {
  const [one, other] = await Promise.all([take(), take()]);
  const signatures = [...one, ...other].map(({ signature }) => signature);
  expect(new Set(signatures).size).toBe(2 * LIMIT);
});

it('the last few are taken once', async () => {
  await schema.owner.query(`UPDATE deposit SET due_at = now() + interval '1 hour'`);
  await schema.owner.query(`UPDATE deposit SET due_at = now(), attempts = 0 WHERE slot <= ${LIMIT - 43}`);
  const taken = await take();
  expect(new Set(taken.map(({ signature }) => signature)).size).toBe(LIMIT - 43);
  expect(await take()).toEqual([]);
});

it('a look at the queue reads the few rows that it takes', async () => {
  await schema.owner.query(
    `UPDATE deposit SET due_at = now() - interval '1 hour' * slot / ${BACKLOG}, attempts = (slot < ${BACKLOG} - 1000)::int`,
  );
  await settleTables(schema, ['deposit']);
  const { Plan } = await explain(schema, (tx) => takeDue(tx, LIMIT));
  expect(stepsOf(Plan).map((step) => step['Node Type'])).not.toContain('Seq Scan');
  expect(buffersOf(Plan)).toBeLessThan(MAX_BUFFERS);
});
