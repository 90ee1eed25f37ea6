// @ts-check
import pg from 'pg';
import { SCHEMAS } from '../../../stack/topology.mjs';

/** SQLSTATEs for a missing right, and for objects that this role cannot see. */
const DENIED = /^(42501|42P01|3F000|0LP01)$/;
/** Tables whose rows never change, each with one of its columns. */
const APPEND_ONLY = /** @type {Record<string, Record<string, string>>} */ ({
  tipping_ledger: { tip: 'amount', movement: 'amount', holders_epoch: 'closed_at' },
  posts: { moderation_decision: 'verdict' },
  giveaway: { giveaway_entry: 'entry', giveaway_winner: 'place' },
});

const OUTSIDE_TRANSACTIONS = ['CREATE DATABASE mine', "ALTER SYSTEM SET fsync = 'off'"];

/**
 * Returns the code with which Postgres rejects a statement; an accepted one is rolled back.
 * @param {pg.Client} client
 * @param {string} sql
 */
async function rejectionOf(client, sql) {
  const isTransactional = !OUTSIDE_TRANSACTIONS.includes(sql);
  if (isTransactional) await client.query('BEGIN');
  const code = await client.query(sql).then(
    () => undefined,
    (error) => String(error.code),
  );
  if (isTransactional) await client.query('ROLLBACK');
  return code;
}

/** Attempts against the server by a holder of a service's password. */
const OF_THE_SERVER = [
  ...OUTSIDE_TRANSACTIONS,
  "COPY (SELECT 1) TO PROGRAM 'id'",
  "COPY (SELECT 1) TO '/tmp/stolen'",
  "SELECT pg_read_file('/etc/passwd')",
  "SELECT lo_import('/etc/passwd')",
  'SELECT rolpassword FROM pg_authid',
  'SELECT passwd FROM pg_shadow',
  'CREATE ROLE mine SUPERUSER LOGIN',
  'CREATE SCHEMA mine',
  'CREATE TABLE public.mine (id int)',
  'CREATE EXTENSION dblink',
  'SET SESSION AUTHORIZATION postgres',
  'SET ROLE postgres',
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'postgres'",
  'SELECT pg_switch_wal()',
  "SELECT pg_create_physical_replication_slot('mine')",
];

/** @type {import('./attack.mjs').LiveAttacks} */
export const DATABASE = {
  'T20: nobody in the database, and a made-up password': async ({ stack }, tries) => {
    const users = [...SCHEMAS.flatMap(({ owner, runtime }) => [owner, runtime]), 'postgres', 'root', ''];
    for (const user of users)
      for (const password of ['', user, 'postgres', '0'.repeat(64)]) {
        const url = new URL(stack.adminUrl);
        Object.assign(url, { username: user, password });
        const client = new pg.Client({ connectionString: url.href });
        const entered = await client.connect().then(
          () => true,
          () => false,
        );
        await client.end().catch(() => undefined);
        tries.expect(!entered, `${user || 'nobody'} entered with the password "${password.slice(0, 8)}"`);
      }
  },

  'T20: each service’s stolen password of the database': async ({ stack }, tries) => {
    for (const { schema, runtime } of SCHEMAS) {
      const client = new pg.Client({ connectionString: stack.roleUrl(runtime) });
      await client.connect();
      const others = SCHEMAS.filter((other) => other.schema !== schema);
      const statements = [
        ...OF_THE_SERVER,
        ...others.flatMap((other) => [
          ...[`SET ROLE ${other.runtime}`, `SET ROLE ${other.owner}`],
          ...['outbox', 'inbox', 'migrations'].map((table) => `SELECT * FROM ${other.schema}.${table}`),
          `INSERT INTO ${other.schema}.outbox DEFAULT VALUES`,
        ]),
        ...[`SET ROLE likewell_${schema}_owner`, `CREATE TABLE ${schema}.mine (id int)`],
        ...Object.entries(APPEND_ONLY[schema] ?? {}).flatMap(([table, column]) => [
          ...[`DELETE FROM ${table}`, `TRUNCATE ${table}`, `DROP TABLE ${table}`],
          ...[`ALTER TABLE ${table} DISABLE TRIGGER ALL`, `UPDATE ${table} SET ${column} = DEFAULT`],
        ]),
      ];
      for (const sql of statements) {
        const code = await rejectionOf(client, sql);
        tries.expect(code !== undefined && DENIED.test(code), `${schema}: ${sql}: ${code ?? 'done'}`);
      }
      await client.end();
    }
  },
};
