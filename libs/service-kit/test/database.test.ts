import { commonErrors } from '@likewell/contracts/core/common-errors';
import { eventually } from '@likewell/testing/eventually';
import {
  asAdmin,
  createTestSchema,
  provisionTestSchema,
  type TestSchema,
} from '@likewell/testing/test-schema';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Database } from '../src/database/database.js';
import { migrationOf, type SqlFunction } from '../src/database/schema-definition.js';
import { migrate } from '../src/database/migrate.js';
import { openDatabase } from '../src/database/open-database.js';
import { PostgresProbe } from '../src/database/postgres-probe.js';
import { createLogger } from '../src/telemetry/logger.js';
import { TcpProxy } from './tcp-proxy.js';
import { tallySchema } from './tally.js';

const logger = createLogger('test', 'silent');
const unavailable = { code: commonErrors.UNAVAILABLE.code };

let schema: TestSchema;
let link: TcpProxy;
let database: Database;

beforeAll(async () => {
  schema = await createTestSchema('tally', tallySchema);
  const url = new URL(schema.url);
  link = await TcpProxy.to(url);
  url.port = String(link.port);
  database = new Database(
    await openDatabase({ url: url.toString(), poolSize: 4, applicationName: 'tally' }, logger),
  );
  await schema.owner.query(`INSERT INTO effect (label, actor) VALUES ('left', 0), ('right', 0)`);
});
afterAll(async () => {
  await database.dataSource.destroy();
  link.stop();
  await schema.drop();
});

/** A barrier for two parties, which continue together. */
function barrier(): () => Promise<void> {
  let waiting = 0;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return () => {
    waiting += 1;
    if (waiting >= 2) open();
    return opened;
  };
}

/** Makes every statement on `effect` wait until it is released. */
async function lockEffects() {
  const holder = await schema.owner.connect();
  await holder.query('BEGIN; LOCK TABLE effect');
  return {
    waiting: (statements: number) =>
      eventually(async () => {
        const waiting = `SELECT FROM pg_locks WHERE relation = 'effect'::regclass AND NOT granted`;
        expect((await holder.query(waiting)).rowCount).toBe(statements);
      }),
    async release() {
      await holder.query('COMMIT');
      holder.release();
    },
  };
}

const ping = () => database.read.query('SELECT 1 AS one');

describe('a service’s role', () => {
  const denied = { code: '42501' };

  it('cannot enter the schema of another service', async () => {
    const other = await createTestSchema('other', tallySchema);
    const name = new URL(other.url).username;
    await expect(ping()).resolves.toEqual([{ one: 1 }]);
    for (const statement of [
      `SELECT * FROM ${name}.effect`,
      `INSERT INTO ${name}.outbox DEFAULT VALUES`,
      `SET ROLE ${name}`,
      `SET ROLE ${name}_owner`,
    ]) {
      await expect(database.read.query(statement)).rejects.toMatchObject(denied);
    }
    await other.drop();
  });

  it('reads and writes rows, and changes no table of its own schema', async () => {
    await database.read.query(`INSERT INTO effect (label) VALUES ('by the service')`);
    const schemaName = new URL(schema.url).username;
    for (const statement of [
      'CREATE TABLE mine (id int)',
      `CREATE TABLE ${schemaName}.mine (id int)`,
      'CREATE TABLE public.mine (id int)',
      'DROP TABLE effect',
      'ALTER TABLE effect ADD more text',
      'TRUNCATE effect',
      `CREATE SCHEMA mine`,
      `SET ROLE ${schemaName}_owner`,
    ]) {
      await expect(database.read.query(statement)).rejects.toMatchObject({
        code: expect.stringMatching(/^(42501|3F000)$/) as string,
      });
    }
  });
});

describe('a database that is opened', () => {
  const open = (url: URL) =>
    openDatabase({ url: url.toString(), poolSize: 1, applicationName: 'tally' }, logger);

  it('is waited for while it is not there yet', async () => {
    const url = new URL(schema.url);
    const late = await TcpProxy.to(url);
    url.port = String(late.port);
    late.cut();
    const opening = open(url);
    await eventually(() => expect(late.rejected).toBeGreaterThan(0));
    late.mend();
    const dataSource = await opening;
    expect(await dataSource.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await dataSource.destroy();
    late.stop();
  });

  it('tries idle connections, so that one to a machine that is gone is noticed', async () => {
    const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
    await (await open(new URL(schema.url))).destroy();
    expect(keepAlive.mock.calls).toEqual([[true, 10_000]]);
    keepAlive.mockRestore();
  });

  it('is not asked again when it rejects us', async () => {
    const url = new URL(schema.url);
    url.password = 'another';
    await expect(open(url)).rejects.toMatchObject({ code: '28P01' });
    // Shorter than the time for which a login that is not rejected is retried.
  }, 15_000);
});

describe('a statement that is prepared', () => {
  it('is prepared once, and of one that only reads nobody is told who waits for the outbox', async () => {
    let told = 0;
    const one = new Database(
      await openDatabase({ url: schema.url, poolSize: 1, applicationName: 'tally' }, logger),
    );
    one.onOutboxCommit(() => (told += 1));
    for (const number of ['1', '2']) {
      const rows = await one.preparedRead('given', 'SELECT $1::int AS given', [number]);
      expect(rows).toEqual([{ given: Number(number) }]);
    }
    const prepared = await one.preparedRead(
      'names',
      'SELECT name FROM pg_prepared_statements ORDER BY 1',
      [],
    );
    expect(prepared).toEqual([{ name: 'given' }, { name: 'names' }]);
    expect(told).toBe(0);
    await one.statement('given', 'SELECT $1::int AS given', ['3']);
    expect(told).toBe(1);
    await one.dataSource.destroy();
  });
});

describe('a connection on which nothing comes back', () => {
  it('is given up, with the statement that waits for it, and another is opened in its place', async () => {
    const url = new URL(schema.url);
    url.port = String(link.port);
    const options = { url: url.toString(), poolSize: 2, applicationName: 'tally' };
    const both = new Database(await openDatabase(options, logger));
    const inTransaction = () =>
      both.transaction((tx) => tx.query<unknown>('SELECT 1 AS one, pg_sleep(0.1)::text'));
    await Promise.all([inTransaction(), inTransaction()]);
    link.hold();
    const startedAt = performance.now();
    const outcomes = await Promise.allSettled([inTransaction(), both.timedStatement('one', 'SELECT 1', [])]);
    expect(outcomes).toMatchObject([{ reason: unavailable }, { reason: unavailable }]);
    // Not before Postgres's own statement timeout would have fired.
    expect(performance.now() - startedAt).toBeGreaterThan(10_000);
    expect(await Promise.all([inTransaction(), inTransaction()])).toMatchObject([[{ one: 1 }], [{ one: 1 }]]);
    await both.dataSource.destroy();
  }, 60_000);
});

describe('a transaction', () => {
  const raise = (label: string) => `UPDATE effect SET actor = actor + 1 WHERE label = '${label}'`;

  it('that meets a deadlock runs again', async () => {
    const bothHoldOne = barrier();
    let attempts = 0;
    /** Retries only after `other` is done: earlier it could conflict with it a second time. */
    const cross = async (first: string, second: string, other: () => Promise<void>) => {
      let again = false;
      await database.transaction(async (tx) => {
        attempts += 1;
        if (again) await other();
        again = true;
        await tx.query(raise(first));
        await bothHoldOne();
        await tx.query(raise(second));
      });
    };
    const one: Promise<void> = cross('left', 'right', () => another);
    const another: Promise<void> = cross('right', 'left', () => one);
    await Promise.all([one, another]);
    expect(attempts).toBe(3);
    const { rows } = await schema.owner.query(
      `SELECT actor::int FROM effect WHERE label IN ('left', 'right')`,
    );
    expect(rows).toEqual([{ actor: 2 }, { actor: 2 }]);
  });

  it('that never gets through is given up after the third attempt', async () => {
    let attempts = 0;
    const work = database.transaction(async (tx) => {
      attempts += 1;
      await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = 'serialization_failure'; END $$`);
    });
    await expect(work).rejects.toMatchObject(unavailable);
    expect(attempts).toBe(3);
  });

  it.each(['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])(
    'that ends by its %s is UNAVAILABLE',
    async (timeout) => {
      const held = await lockEffects();
      const work = database.transaction(async (tx) => {
        await tx.query(`SET LOCAL ${timeout} = 50`);
        if (timeout.startsWith('idle')) await sleep(500);
        await tx.query('SELECT FROM effect');
      });
      try {
        await expect(work).rejects.toMatchObject(unavailable);
      } finally {
        await held.release();
      }
    },
  );

  it('of a text that Postgres cannot store says that the input is wrong', async () => {
    const invalid = { code: commonErrors.INVALID_INPUT.code };
    const insert = 'INSERT INTO effect (label) VALUES ($1)';
    await expect(database.transaction((tx) => tx.query(insert, ['nul\0']))).rejects.toMatchObject(invalid);
    await expect(database.read.query('SELECT $1::text', ['nul\0'])).rejects.toMatchObject(invalid);
  });
});

describe('a database connection', () => {
  it.each(['idle', 'busy', 'in a transaction'])(
    'that Postgres kills while %s hurts no later call',
    async (state) => {
      const killed: Promise<unknown>[] = [];
      const held = state === 'busy' ? await lockEffects() : null;
      if (state === 'idle') await Promise.all([ping(), ping(), ping()]);
      if (state === 'busy') {
        killed.push(database.read.query('SELECT FROM effect'));
        killed.push(database.transaction((tx) => tx.query('SELECT FROM effect')));
        await held?.waiting(2);
      }
      if (state === 'in a transaction') {
        const begun = barrier();
        killed.push(
          database.transaction(async (tx) => {
            await tx.query(`UPDATE effect SET actor = 77 WHERE label = 'left'`);
            await begun();
            expect(await schema.killConnections()).toBeGreaterThan(0);
            await tx.query('SELECT 1');
          }),
        );
        await begun();
      }
      const outcomes = Promise.allSettled(killed);
      if (state !== 'in a transaction') expect(await schema.killConnections()).toBeGreaterThan(0);
      for (const outcome of await outcomes)
        expect(outcome).toMatchObject({ status: 'rejected', reason: unavailable });
      await held?.release();
      await eventually(ping);
      const { rowCount } = await schema.owner.query('SELECT FROM effect WHERE actor = 77');
      expect(rowCount).toBe(0);
    },
  );

  it('that cannot be made is UNAVAILABLE at once, and comes back by itself', async () => {
    link.cut();
    // Counted in turns of this process, which a pause of the machine does not increase.
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 10);
    await expect(ping()).rejects.toMatchObject(unavailable);
    await expect(database.transaction((tx) => tx.query('SELECT 1'))).rejects.toMatchObject(unavailable);
    clearInterval(counting);
    expect(turns).toBeLessThan(100);
    link.mend();
    await expect(ping()).resolves.toEqual([{ one: 1 }]);
  });

  it('to a Postgres that only reads is given up by what would write, and by the look at it', async () => {
    const setReadOnly = (to: string) =>
      asAdmin(schema.adminUrl, (admin) =>
        admin.query(`ALTER ROLE ${new URL(schema.url).username} SET default_transaction_read_only = ${to}`),
      );
    const options = { url: schema.url, poolSize: 2, applicationName: 'read-only' };
    await setReadOnly('on');
    const both = new Database(await openDatabase(options, logger));
    const probe = new PostgresProbe(schema.url, 'read-only');
    const write = () =>
      both.transaction((tx) => tx.query(`INSERT INTO effect (label) VALUES ('on the primary')`));
    expect(await probe.isWritable()).toBe(false);
    await expect(write()).rejects.toMatchObject(unavailable);
    await both.read.query('SELECT 1');
    await setReadOnly('off');
    // The connection that stood before still only reads.
    await expect(write()).rejects.toMatchObject(unavailable);
    await write();
    expect(await probe.isWritable()).toBe(true);
    probe.close();
    await both.dataSource.destroy();
  });

  it('that is not to be had because all are busy is UNAVAILABLE', async () => {
    const held = await lockEffects();
    const busy = Promise.all(Array.from({ length: 4 }, () => database.read.query('SELECT FROM effect')));
    await expect(ping()).rejects.toMatchObject(unavailable);
    await held.release();
    await busy;
  });
});

describe('migrations', () => {
  it('run once, however many migrators start at the same moment', async () => {
    const fresh = await provisionTestSchema('tally');
    const runs = await Promise.all(Array.from({ length: 3 }, () => migrate(fresh.ownerUrl, tallySchema)));
    expect(runs.flatMap((run) => run.migrations)).toHaveLength(6);
    expect(runs.flatMap((run) => run.functions)).toEqual(['place_event']);
    expect(await migrate(fresh.ownerUrl, tallySchema)).toEqual({
      migrations: [],
      functions: [],
      unknown: [],
    });
    await fresh.drop();
  });

  it('wait for each other for as long as it takes', async () => {
    const fresh = await provisionTestSchema('tally');
    const slow = migrationOf('1763700900000-take-long.sql', 'SELECT pg_sleep(3.5)');
    const migrations = [...tallySchema.migrations, slow];
    const runs = await Promise.all([1, 2].map(() => migrate(fresh.ownerUrl, { ...tallySchema, migrations })));
    expect(runs.flatMap((run) => run.migrations)).toHaveLength(7);
    await fresh.drop();
  });

  it('give up a table that somebody holds, so that nobody waits behind them for long, and come back', async () => {
    const fresh = await createTestSchema('tally', tallySchema);
    const widen = migrationOf('1763700900000-widen-effect.sql', 'ALTER TABLE effect ADD COLUMN wide int');
    const before = migrationOf('1763700800000-need-no-lock.sql', 'SELECT 1');
    const wider = { ...tallySchema, migrations: [...tallySchema.migrations, before, widen] };
    const holder = await fresh.owner.connect();
    await holder.query('BEGIN; SELECT FROM effect');
    const migrated = migrate(fresh.ownerUrl, wider);
    await eventually(async () => {
      const waiting = `SELECT FROM pg_locks WHERE relation = 'effect'::regclass AND NOT granted`;
      expect((await fresh.owner.query(waiting)).rowCount).toBe(1);
    });
    await fresh.owner.query(`INSERT INTO effect (label, actor) VALUES ('meanwhile', 0)`);
    await holder.query('COMMIT');
    holder.release();
    expect((await migrated).migrations).toEqual(['NeedNoLock1763700800000', 'WidenEffect1763700900000']);
    await fresh.drop();
  });

  it('give up for good a table that somebody holds all the time', async () => {
    const fresh = await createTestSchema('tally', tallySchema);
    const widen = migrationOf(
      '1763700900000-widen-effect.sql',
      `SET LOCAL lock_timeout = '10ms'; SELECT nextval('tried'); ALTER TABLE effect ADD COLUMN wide int`,
    );
    await fresh.owner.query('CREATE SEQUENCE tried');
    const wider = { ...tallySchema, migrations: [...tallySchema.migrations, widen] };
    const holder = await fresh.owner.connect();
    await holder.query('BEGIN; SELECT FROM effect');
    await expect(migrate(fresh.ownerUrl, wider)).rejects.toMatchObject({ code: '55P03' });
    expect((await holder.query('SELECT last_value FROM tried')).rows).toEqual([{ last_value: '5' }]);
    await holder.query('ROLLBACK');
    holder.release();
    await fresh.drop();
  });

  it('that fail leave nothing behind and say so', async () => {
    const fresh = await provisionTestSchema('tally');
    const breaksHalfway = migrationOf(
      '1763700900000-break-halfway.sql',
      'CREATE TABLE half (id int); SELECT 1 / 0',
    );
    const migrations = [...tallySchema.migrations, breaksHalfway];
    await expect(migrate(fresh.ownerUrl, { ...tallySchema, migrations })).rejects.toThrow(/zero/);
    const client = new pg.Client(fresh.ownerUrl);
    await client.connect();
    const { rows } = await client.query(
      `SELECT to_regclass('half') AS half, to_regclass('effect') AS effect`,
    );
    await client.end();
    expect(rows).toEqual([{ half: null, effect: 'effect' }]);
    await fresh.drop();
  });

  describe('of SQL functions', () => {
    const responding = (number: number, checksum = String(number)): SqlFunction => ({
      name: 'answer',
      text: `CREATE OR REPLACE FUNCTION answer() RETURNS integer LANGUAGE sql AS 'SELECT ${number}'`,
      checksum,
    });
    const responseOf = async (owner: pg.Pool) =>
      (await owner.query<{ answer: number }>('SELECT answer()')).rows[0]?.answer;

    it('put a text in force when it has changed, and only then', async () => {
      const fresh = await provisionTestSchema('tally');
      const withText = (text: SqlFunction) => migrate(fresh.ownerUrl, { ...tallySchema, functions: [text] });
      expect((await withText(responding(1))).functions).toContain('answer');
      expect(await responseOf(fresh.owner)).toBe(1);
      expect((await withText(responding(2))).functions).toEqual(['answer']);
      expect(await responseOf(fresh.owner)).toBe(2);
      expect((await withText(responding(3, '2'))).functions).toEqual([]);
      expect(await responseOf(fresh.owner)).toBe(2);
      await fresh.drop();
    });

    it('leave those of a version to come as they are, and say whose they are', async () => {
      const fresh = await provisionTestSchema('tally');
      const next = migrationOf('1763700300000-look-ahead.sql', 'SELECT 1');
      await migrate(fresh.ownerUrl, {
        migrations: [...tallySchema.migrations, next],
        functions: [responding(2)],
      });
      const old = await migrate(fresh.ownerUrl, { ...tallySchema, functions: [responding(1)] });
      expect(old).toEqual({ migrations: [], functions: [], unknown: ['LookAhead1763700300000'] });
      expect(await responseOf(fresh.owner)).toBe(2);
      await fresh.drop();
    });

    it('change none when one of them is wrong', async () => {
      const fresh = await provisionTestSchema('tally');
      await migrate(fresh.ownerUrl, { ...tallySchema, functions: [responding(1)] });
      const wrong = { name: 'wrong', text: 'CREATE OR REPLACE FUNCTION wrong(', checksum: 'wrong' };
      await expect(
        migrate(fresh.ownerUrl, { ...tallySchema, functions: [responding(2), wrong] }),
      ).rejects.toThrow(/syntax/);
      expect(await responseOf(fresh.owner)).toBe(1);
      await fresh.drop();
    });
  });
});
