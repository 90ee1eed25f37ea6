import { eventually } from '@likewell/testing/eventually';
import { createIsolatedSchema } from '@likewell/testing/isolated-database';
import type { TestSchema } from '@likewell/testing/test-schema';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { migrate } from '../src/database/migrate.js';
import { migrationOf } from '../src/database/schema-definition.js';
import { tallySchema } from './tally.js';

const BUILD = 'CREATE INDEX CONCURRENTLY effect_label ON effect (label) WHERE actor > 0;';
const DROP = 'DROP INDEX CONCURRENTLY IF EXISTS effect_label;';
/** Fails in a migration that would wait for a table for longer than others may. */
const TIMED = `DO $$ BEGIN ASSERT current_setting('lock_timeout') = '3s'; END $$`;
/** Longer than a migration waits for a table. */
const LONG_MS = 4000;

let schema: TestSchema;
let time = 1763700900000;

beforeAll(async () => {
  schema = await createIsolatedSchema('tally', tallySchema);
});
beforeEach(async () => {
  await schema.owner.query('DROP INDEX IF EXISTS effect_label; TRUNCATE effect');
});
afterAll(() => schema.drop());

/** Migrates by one more file with this text. */
function migrateBy(...texts: string[]) {
  const migrations = texts.map((sql) => migrationOf(`${(time += 1)}-change-an-index.sql`, sql));
  return migrate(schema.ownerUrl, { ...tallySchema, migrations: [...tallySchema.migrations, ...migrations] });
}

/** Fills the table beyond what is built at once. */
const fill = () =>
  schema.owner.query(
    `INSERT INTO effect (label, actor) SELECT 'label ' || n, n FROM generate_series(1, 5000) AS n`,
  );

const insert = () => schema.owner.query(`INSERT INTO effect (label, actor) VALUES ('meanwhile', 1)`);

/** Begins a transaction, whose snapshot is older than any build, and which has read the table where it is told so. */
async function holdSnapshot(hasReadTable = false) {
  const holder = await schema.owner.connect();
  await holder.query(
    `BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM ${hasReadTable ? 'effect' : 'outbox'}`,
  );
  return async () => {
    await holder.query('COMMIT');
    holder.release();
  };
}

/** Waits until a statement that begins with these words waits for others, and returns since when it runs. */
const untilWaiting = (words: string) =>
  eventually(async () => {
    const waiting = `SELECT pid, query_start FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE '${words}%' AND wait_event_type = 'Lock'`;
    const { rows } = await schema.owner.query<{ pid: number; query_start: Date }>(waiting);
    expect(rows).toHaveLength(1);
    return rows;
  });

/** Writes the table while such a statement waits, and expects that it goes on to wait for longer than others may. */
async function writeWhileWaiting(words: string): Promise<void> {
  const waiting = await untilWaiting(words);
  await insert();
  await sleep(LONG_MS);
  await insert();
  expect(await untilWaiting(words)).toEqual(waiting);
}

const indexes = async () => {
  const { rows } = await schema.owner.query<{ oid: number; valid: boolean; sql: string }>(
    `SELECT indexrelid AS oid, indisvalid AS valid, pg_get_indexdef(indexrelid) AS sql
     FROM pg_index WHERE indexrelid = to_regclass('effect_label')`,
  );
  return rows;
};
const whole = { valid: true, sql: expect.stringMatching(/\(label\) WHERE \(actor > 0\)$/) as string };

/** Leaves an index behind that another one's build would take for its own, as a build that is cut off does. */
async function leaveInvalid(): Promise<void> {
  const release = await holdSnapshot();
  const builder: pg.PoolClient = await schema.owner.connect();
  await builder.query(`SET lock_timeout = '50ms'`);
  await expect(builder.query('CREATE INDEX CONCURRENTLY effect_label ON effect (actor)')).rejects.toThrow(
    /timeout/,
  );
  builder.release(true);
  await release();
  expect(await indexes()).toMatchObject([{ valid: false }]);
}

describe('an index that is built beside writers', () => {
  it('lets them write while it waits for whoever began before, for as long as they take', async () => {
    await fill();
    const release = await holdSnapshot();
    const migrated = migrateBy('SELECT 1', `-- Why it is wanted CONCURRENTLY.\n${BUILD}`, TIMED);
    await writeWhileWaiting('CREATE INDEX');
    await release();
    expect((await migrated).migrations).toHaveLength(3);
    expect(await indexes()).toMatchObject([whole]);
  });

  it('is dropped in the same way', async () => {
    await fill();
    await migrateBy(BUILD);
    const release = await holdSnapshot(true);
    const migrated = migrateBy(DROP);
    await writeWhileWaiting('DROP INDEX');
    await release();
    await migrated;
    expect(await indexes()).toEqual([]);
    await migrateBy(DROP);
  });

  it('is not kept from its end by a migrator that waits for its turn', async () => {
    await fill();
    const holder = await schema.owner.connect();
    await holder.query('SELECT pg_advisory_lock(1)');
    const first = migrateBy('SELECT pg_advisory_xact_lock(1)', BUILD);
    await untilWaiting('SELECT pg_advisory_xact_lock');
    const second = migrateBy('SELECT 1');
    await eventually(async () => {
      const asking = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%:migrate%'
        AND pid <> pg_backend_pid()`;
      expect((await schema.owner.query(asking)).rowCount).toBe(2);
    });
    await holder.query('SELECT pg_advisory_unlock(1)');
    holder.release();
    await Promise.all([first, second]);
    expect(await indexes()).toMatchObject([whole]);
  });

  it('replaces what a build that was cut off left of it', async () => {
    for (const rows of [0, 5000]) {
      await schema.owner.query('TRUNCATE effect');
      if (rows > 0) await fill();
      await leaveInvalid();
      await migrateBy(BUILD);
      expect(await indexes()).toMatchObject([whole]);
      await migrateBy(DROP);
    }
  });

  it('is not built again where only the record of it is missing', async () => {
    await fill();
    await migrateBy(BUILD);
    const [built] = await indexes();
    await migrateBy(BUILD);
    expect(await indexes()).toEqual([built]);
  });

  it('waits for nobody who does not use the table while that is small, as in a fresh schema', async () => {
    const release = await holdSnapshot();
    await insert();
    await migrateBy(BUILD);
    expect(await indexes()).toMatchObject([whole]);
    await release();
  });

  it('gives up a small table that somebody holds, so that writers do not wait behind it for long', async () => {
    const holder = await schema.owner.connect();
    await holder.query(`BEGIN; INSERT INTO effect (label) VALUES ('held')`);
    const migrated = migrateBy(BUILD);
    await untilWaiting('CREATE INDEX');
    await insert();
    await holder.query('COMMIT');
    holder.release();
    await migrated;
    expect(await indexes()).toMatchObject([whole]);
  });
});

describe('a file that says CONCURRENTLY', () => {
  it.each([
    `${BUILD} SELECT 1;`,
    `ALTER TABLE effect ADD more int; ${BUILD}`,
    `${BUILD}\n${DROP}`,
    'CREATE INDEX CONCURRENTLY IF NOT EXISTS effect_label ON effect (label)',
    'CREATE INDEX CONCURRENTLY ON effect (label)',
    'DROP INDEX CONCURRENTLY effect_label',
    'REINDEX INDEX CONCURRENTLY effect_label',
  ])('and anything but one index is rejected by its name: %s', (sql) => {
    expect(() => migrationOf('1763700900000-do-too-much.sql', sql)).toThrow(
      /^1763700900000-do-too-much\.sql .*CONCURRENTLY/,
    );
  });

  it('in a comment alone is a migration like any other', () => {
    const { transaction } = new (migrationOf(
      '1763700900000-say-it.sql',
      `-- CONCURRENTLY\nSELECT 1 /* ${BUILD} */`,
    ))();
    expect(transaction).not.toBe(false);
  });
});
