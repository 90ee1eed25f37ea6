import { commonErrors } from '@likewell/contracts/core/common-errors';
import { eventually } from '@likewell/testing/eventually';
import { startPostgres } from '@likewell/testing/start-postgres';
import type { OwnServer } from '@likewell/testing/test-servers';
import { asAdmin, createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { Database } from '../src/database/database.js';
import { openDatabase } from '../src/database/open-database.js';
import { createLogger } from '../src/telemetry/logger.js';
import { tallySchema } from './tally.js';

const POOL_SIZE = 4;
const unavailable = { code: commonErrors.UNAVAILABLE.code };

let server: OwnServer;
let schema: TestSchema;
let database: Database;

beforeAll(async () => {
  server = await startPostgres();
  schema = await createTestSchema('tally', tallySchema, server.url);
  const options = { url: schema.url, poolSize: POOL_SIZE, applicationName: 'tally' };
  database = new Database(await openDatabase(options, createLogger('test', 'silent')));
});
afterAll(async () => {
  await waitForStandby('');
  await database.dataSource.destroy();
  await schema.drop();
  await server.remove();
});

/** Makes each commit wait for this standby, which is not there; for none when it is ''. */
const waitForStandby = (name: string) =>
  asAdmin(server.url, async (client) => {
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
    await client.query('SELECT pg_reload_conf()');
    await eventually(async () => {
      const { rows } = await client.query(`SELECT current_setting('synchronous_standby_names') AS name`);
      expect(rows).toEqual([{ name }]);
    });
  });

/** Returns how many backends the service has, and how many of them wait for a standby. */
const backends = () =>
  asAdmin(server.url, async (client) => {
    const { rows } = await client.query<{ all: number; committing: number }>(
      `SELECT count(*)::int AS all, count(*) FILTER (WHERE wait_event = 'SyncRep')::int AS committing
       FROM pg_stat_activity WHERE usename = $1`,
      [new URL(schema.url).username],
    );
    return rows[0] ?? { all: 0, committing: 0 };
  });

const INSERT = 'INSERT INTO effect (label) VALUES ($1)';
const sixWrites = () =>
  Promise.allSettled(
    Array.from({ length: 3 }, () => [
      database.transaction((tx) => tx.query(INSERT, ['of a transaction'])),
      database.statement('insert', INSERT, ['of a statement']),
    ]).flat(),
  );
const failure = { status: 'rejected', reason: unavailable };

it('commits that wait for a standby leave reads their connections, and take no new ones', async () => {
  await waitForStandby('nobody');
  const end = new AbortController();
  const writes = sixWrites().finally(() => {
    end.abort();
  });
  let [most, longestLine] = [0, 0];
  while (!end.signal.aborted) {
    longestLine = Math.max(longestLine, database.waitingCount);
    expect(await database.read.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    most = Math.max(most, (await backends()).all);
  }
  expect(await writes).toMatchObject(Array.from({ length: 6 }, () => failure));
  expect(longestLine).toBeGreaterThanOrEqual(4);
  expect(await sixWrites()).toMatchObject(Array.from({ length: 6 }, () => failure));
  expect(await backends()).toMatchObject({ committing: 2 });
  // One more asks Postgres for those that are silent.
  expect(Math.max(most, (await backends()).all)).toBeLessThanOrEqual(POOL_SIZE + 1);

  await waitForStandby('');
  await eventually(async () => expect(await backends()).toMatchObject({ committing: 0 }));
  for (const { status } of await eventually(sixWrites)) expect(status).toBe('fulfilled');
}, 90_000);

it('a process that stops waits for no commit that Postgres has not answered in its time', async () => {
  await waitForStandby('nobody');
  const options = { url: schema.url, poolSize: 1, applicationName: 'stops' };
  const stops = new Database(await openDatabase(options, createLogger('test', 'silent')));
  await expect(stops.statement('insert', INSERT, ['of a process that stops'])).rejects.toMatchObject(
    unavailable,
  );
  await stops.dataSource.destroy();
  await waitForStandby('');
}, 60_000);
