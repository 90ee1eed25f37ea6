import { eventually } from '@likewell/testing/eventually';
import { createTestSchema, type TestSchema } from '@likewell/testing/test-schema';
import { Database } from '../src/database/database.js';
import { openDatabase } from '../src/database/open-database.js';
import { deletesOld, oldRows } from '../src/jobs/deletes-old.js';
import { createLogger } from '../src/telemetry/logger.js';
import { tallySchema } from './tally.js';

let schema: TestSchema;
let database: Database;
let job: { run: () => Promise<boolean> };

beforeAll(async () => {
  schema = await createTestSchema('tally', tallySchema);
  const options = { url: schema.url, poolSize: 2, applicationName: 'tally' };
  database = new Database(await openDatabase(options, createLogger('test', 'silent')));
  job = new (deletesOld('OldJobs', oldRows('effect', 'actor < 1000')))(database) as typeof job;
});
afterAll(async () => {
  await database.dataSource.destroy();
  await schema.drop();
});

const left = async () =>
  (await schema.owner.query<{ label: string }>('SELECT label FROM effect')).rows.map(({ label }) => label);

it('all that is old is deleted, a batch a run, however much came since the last', async () => {
  await schema.owner.query(
    `INSERT INTO effect (label, actor) SELECT 'old ' || n, n % 1000 FROM generate_series(1, 12000) AS n;
     INSERT INTO effect (label, actor) VALUES ('young', 1000)`,
  );
  const runs = [await job.run(), await job.run(), await job.run()];
  expect(runs).toEqual([true, true, false]);
  expect(await left()).toEqual(['young']);
});

it('a row that is renewed while it is being deleted stays', async () => {
  await schema.owner.query(`INSERT INTO effect (label, actor) VALUES ('renewed', 1)`);
  const other = await schema.owner.connect();
  await other.query(`BEGIN; UPDATE effect SET actor = 1000 WHERE label = 'renewed'`);
  const deletion = job.run();
  await eventually(async () => {
    const waits = 'SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE usename = $1 AND NOT granted';
    expect((await schema.owner.query(waits, [new URL(schema.url).username])).rowCount).toBe(1);
  });
  await other.query('COMMIT');
  other.release();
  await deletion;
  expect(await left()).toContain('renewed');
});
