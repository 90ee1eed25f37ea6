import { Database } from '@likewell/service-kit/database/database';
import { openDatabase } from '@likewell/service-kit/database/open-database';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { createIsolatedSchema } from '@likewell/testing/isolated-database';
import { buffersOf, explain, settleTables, stepsOf } from '@likewell/testing/plans';
import type { TestSchema } from '@likewell/testing/test-schema';
import { takeDue } from '../src/deposits/deposit-queue.queries.js';
import { watcherSchema } from '../src/schema.js';

const BACKLOG = 100_000;
const EACH = 50;
/** Two reads of the index, and for each of 100 rows its own page, its key, and what its update writes. */
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

const take = () => database.transaction((tx) => takeDue(tx, EACH));

/** Stores what has come to our accounts just now; returns its signatures in hex. */
async function arrive(deposits: number): Promise<string[]> {
  const { rows } = await schema.owner.query<{ signature: string }>(
    `INSERT INTO deposit (signature, slot, state)
     SELECT sha512(('new ' || n)::bytea), ${BACKLOG} + n, 'seen' FROM generate_series(1, $1) AS n
     RETURNING encode(signature, 'hex') AS signature`,
    [deposits],
  );
  return rows.map(({ signature }) => signature);
}

it('what has just arrived is looked at before a long history, which goes on being looked at', async () => {
  const arrived = await arrive(3);
  const taken = await take();
  expect(taken).toHaveLength(2 * EACH);
  const { rows } = await schema.owner.query<{ arrived: number; oldest: number }>(
    `SELECT count(*) FILTER (WHERE encode(signature, 'hex') = ANY ($1))::int AS arrived,
       count(*) FILTER (WHERE slot BETWEEN ${BACKLOG - EACH} AND ${BACKLOG})::int AS oldest
     FROM deposit WHERE due_at > now()`,
    [arrived],
  );
  expect(rows).toEqual([{ arrived: arrived.length, oldest: EACH }]);
});

it('two replicas take different ones', async () => {
  const [one, other] = await Promise.all([take(), take()]);
  const signatures = [...one, ...other].map(({ signature }) => signature);
  expect(new Set(signatures).size).toBe(4 * EACH);
});

it('the last few are taken once', async () => {
  await schema.owner.query(`UPDATE deposit SET due_at = now() + interval '1 hour'`);
  await schema.owner.query(`UPDATE deposit SET due_at = now() WHERE slot <= ${EACH + 7}`);
  const taken = await take();
  expect(new Set(taken.map(({ signature }) => signature)).size).toBe(EACH + 7);
  expect(await take()).toEqual([]);
});

it('a look at the queue reads the few rows that it takes', async () => {
  await schema.owner.query(`UPDATE deposit SET due_at = now() - interval '1 hour' * slot / ${BACKLOG}`);
  await settleTables(schema, ['deposit']);
  const { Plan } = await explain(schema, (tx) => takeDue(tx, EACH));
  expect(stepsOf(Plan).map((step) => step['Node Type'])).not.toContain('Seq Scan');
  expect(buffersOf(Plan)).toBeLessThan(MAX_BUFFERS);
});
