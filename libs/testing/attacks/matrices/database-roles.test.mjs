// @ts-check
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { findFreeBase } from '../../../stack/machine/ports.mjs';
import { stopAll } from '../../../stack/processes/stop-all.mjs';
import { startServers } from '../../../stack/servers/start-servers.mjs';
import { CHECKOUT } from '../../../stack/state/stack-folder.mjs';
import { openStack } from '../../../stack/state/stack.mjs';
import { FAR_PORTS, PORT_COUNT, SCHEMAS } from '../../../stack/topology.mjs';
import { migrate, provision } from '../../../stack/app/database.mjs';

/** Rights of a service on the rows of its own schema; the letters are those of `VERBS`. */
const ALL = 'SIUD';
/** Tables whose rows never change, and those whose rows may change but not be deleted. */
const LESS = /** @type {Record<string, string>} */ ({
  ...{ 'tipping_ledger.tip': 'SI', 'tipping_ledger.movement': 'SI', 'tipping_ledger.holders_epoch': 'SI' },
  ...{ 'tipping_ledger.account': 'SIU', 'posts.moderation_decision': 'SI', 'giveaway.giveaway': 'SIU' },
  ...{
    'giveaway.giveaway_entry': 'SI',
    'giveaway.giveaway_winner': 'SI',
    'giveaway.giveaway_postponement': 'SI',
    // Except their number and time, which no writer may set.
    'auth.security_event': 'SI',
    'wallet_chain_watcher.deposit_assignment': 'SI',
  },
});

/**
 * @typedef {{ schema: string, name: string, column: string, type: string }} Table with a column that can be
 *   written
 */
/** Statements that need a right and change nothing. @type {Record<string, (table: Table) => string>} */
const VERBS = {
  S: ({ schema, name }) => `SELECT FROM ${schema}.${name} LIMIT 0`,
  I: ({ schema, name, column, type }) =>
    `INSERT INTO ${schema}.${name} (${column}) SELECT NULL::${type} WHERE false`,
  U: ({ schema, name, column }) => `UPDATE ${schema}.${name} SET ${column} = DEFAULT WHERE false`,
  D: ({ schema, name }) => `DELETE FROM ${schema}.${name} WHERE false`,
  T: ({ schema, name }) => `TRUNCATE ${schema}.${name} CASCADE`,
  X: ({ schema, name }) => `DROP TABLE ${schema}.${name} CASCADE`,
  O: ({ schema, name }) => `ALTER TABLE ${schema}.${name} OWNER TO CURRENT_USER`,
  G: ({ schema, name }) =>
    `CREATE TRIGGER mine BEFORE UPDATE ON ${schema}.${name} EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
};
const NO_RIGHT = '42501';
const OUTSIDE_TRANSACTIONS = ['CREATE DATABASE mine', "ALTER SYSTEM SET fsync = 'off'"];
/** Attempts against the server by a holder of a service's password. */
const OF_THE_SERVER = [
  ...[
    'CREATE SCHEMA mine',
    'CREATE ROLE mine',
    'CREATE ROLE mine SUPERUSER LOGIN',
    'CREATE EXTENSION dblink',
  ],
  ...["COPY (SELECT 1) TO PROGRAM 'true'", "COPY (SELECT 1) TO '/tmp/stolen'", 'SELECT pg_switch_wal()'],
  ...[
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT lo_import('/etc/passwd')",
    'SELECT passwd FROM pg_shadow',
  ],
  ...['SELECT rolpassword FROM pg_authid', 'SET SESSION AUTHORIZATION postgres'],
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'postgres'",
  "SELECT pg_create_physical_replication_slot('mine')",
];

const folder = mkdtempSync(join(tmpdir(), 'likewell-roles-'));
// Postgres's own user must be able to reach its data.
chmodSync(folder, 0o755);
/** @type {import('../../../stack/state/stack.mjs').Stack} */
let stack;
/** @type {Table[]} */
let tables;

before(async () => {
  const PORT = String(await findFreeBase(24_080, PORT_COUNT, FAR_PORTS));
  const servers = { DATABASE_URL: '', REDIS_URL: 'redis://h', NATS_URL: 'nats://h' };
  stack = openStack({
    env: { ...process.env, PORT, STACK: 'roles', ...servers },
    folder,
    checkout: CHECKOUT,
  });
  await startServers(stack);
  await provision(stack);
  await migrate(stack);
  tables = await as(stack.adminUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT DISTINCT ON (n.nspname, c.relname) n.nspname AS schema, c.relname AS name,
              quote_ident(a.attname) AS column, format_type(a.atttypid, a.atttypmod) AS type
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND a.attidentity <> 'a' AND a.attgenerated = ''
           AND NOT a.attisdropped
       WHERE n.nspname = ANY($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       ORDER BY n.nspname, c.relname, a.attnum DESC`,
      [SCHEMAS.map(({ schema }) => schema)],
    );
    return rows;
  });
});
after(async () => {
  if (stack) await stopAll(stack);
  rmSync(folder, { recursive: true, force: true });
});

/**
 * @template Result
 * @param {string} url
 * @param {(client: pg.Client) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
async function as(url, work) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * True if Postgres permits a statement, which is rolled back. Any error other than a missing right is a
 * mistake in the test.
 * @param {pg.Client} client
 * @param {string} sql
 */
async function may(client, sql) {
  const isTransactional = !OUTSIDE_TRANSACTIONS.includes(sql);
  if (isTransactional) await client.query('BEGIN');
  const code = await client.query(sql).then(
    () => null,
    (error) => error.code,
  );
  if (isTransactional) await client.query('ROLLBACK');
  assert.ok(code === null || code === NO_RIGHT, `${sql}: ${code}`);
  return code === null;
}

test('nobody enters with a made-up password', async () => {
  const users = [...SCHEMAS.flatMap(({ owner, runtime }) => [owner, runtime]), 'postgres', 'root', ''];
  for (const username of users)
    for (const password of ['', username, 'postgres', '0'.repeat(64)]) {
      const url = Object.assign(new URL(stack.adminUrl), { username, password });
      await assert.rejects(
        as(url.href, () => Promise.resolve()),
        `${username} with ${password}`,
      );
    }
});

test('each schema of a service has tables, and every table of the list of exceptions is one of them', () => {
  for (const { schema } of SCHEMAS)
    assert.ok(
      tables.some((table) => table.schema === schema),
      schema,
    );
  const names = tables.map(({ schema, name }) => `${schema}.${name}`);
  for (const name of Object.keys(LESS)) assert.ok(names.includes(name), name);
});

for (const { schema: own, runtime, owner } of SCHEMAS)
  describe(runtime, () => {
    test('may do with each table of each schema what is its own to do, and nothing else', async () => {
      await as(stack.roleUrl(runtime), async (client) => {
        /** @type {Record<string, string>} */
        const found = {};
        /** @type {Record<string, string>} */
        const expected = {};
        for (const table of tables) {
          const name = `${table.schema}.${table.name}`;
          found[name] = '';
          for (const [verb, statement] of Object.entries(VERBS))
            if (await may(client, statement(table))) found[name] += verb;
          expected[name] = table.schema === own ? (LESS[name] ?? ALL) : '';
        }
        assert.deepEqual(found, expected);
      });
    });

    test('makes no table anywhere, becomes nobody else, and gets nothing of the server', async () => {
      await as(stack.roleUrl(runtime), async (client) => {
        const schemas = [...SCHEMAS.map(({ schema }) => schema), 'public'];
        const others = SCHEMAS.flatMap((each) => [each.owner, each.runtime]).filter(
          (role) => role !== runtime,
        );
        for (const sql of [
          ...schemas.map((schema) => `CREATE TABLE ${schema}.mine (id int)`),
          ...[...others, 'postgres'].map((role) => `SET ROLE ${role}`),
          ...[...OUTSIDE_TRANSACTIONS, ...OF_THE_SERVER],
        ])
          assert.equal(await may(client, sql), false, sql);
      });
    });

    test('has an owner who enters no other schema either', async () => {
      await as(stack.roleUrl(owner), async (client) => {
        for (const { schema } of SCHEMAS) {
          const [table] = tables.filter((each) => each.schema === schema);
          assert.ok(table);
          assert.equal(await may(client, VERBS.S?.(table) ?? ''), schema === own, schema);
        }
      });
    });
  });
