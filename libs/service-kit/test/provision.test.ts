import { eventually } from '@likewell/testing/eventually';
import { startPostgres } from '@likewell/testing/start-postgres';
import type { OwnServer } from '@likewell/testing/test-servers';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { provision } from '../src/database/provision.js';
import { scramVerifier } from '../src/database/scram-verifier.js';

const SCHEMA = 'canary_schema';
const plan = (password: string, schema = SCHEMA) => ({
  schema,
  owner: { role: `${schema}_owner`, password: `${password}-of-the-owner` },
  runtime: { role: `${schema}_runtime`, password },
});

let server: OwnServer;
let folder: string;
beforeAll(async () => {
  // Every statement is logged, as an operator may configure for a while.
  const file = { logging_collector: 'on', log_directory: 'log', log_filename: 'postgres.log' };
  server = await startPostgres({ ...file, log_statement: 'all', password_encryption: 'scram-sha-256' });
  const [row] = await asAdmin<{ folder: string }>(`SELECT current_setting('data_directory') AS folder`);
  folder = row?.folder ?? '';
  // Only the administrator may log in without a password.
  const rules = ['host all admin 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 scram-sha-256'];
  writeFileSync(join(folder, 'pg_hba.conf'), `${rules.join('\n')}\n`);
  await asAdmin('SELECT pg_reload_conf()');
  await eventually(() => expect(enter('nobody', 'nothing')).rejects.toMatchObject({ code: '28P01' }));
});
afterAll(() => server.remove());

async function asAdmin<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client(server.url);
  await client.connect();
  const { rows } = await client.query<Row>(sql);
  await client.end();
  return rows;
}

/** Returns what a query says after logging in as a role. */
async function enterAndAsk<Row extends pg.QueryResultRow>(
  role: string,
  password: string,
  sql: string,
): Promise<Row[]> {
  const url = new URL(server.url);
  Object.assign(url, { username: role, password: encodeURIComponent(password) });
  const client = new pg.Client(url.href);
  try {
    await client.connect();
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the current user after logging in as a role. */
async function enter(role: string, password: string): Promise<string | undefined> {
  const [row] = await enterAndAsk<{ name: string }>(role, password, 'SELECT current_user AS name');
  return row?.name;
}

it("roles log in with their own password alone, and another one takes the first one's place", async () => {
  const [owner, runtime] = [`${SCHEMA}_owner`, `${SCHEMA}_runtime`];
  const first = plan(`canary's first "password"`);
  await provision(server.url, [first]);
  expect(await enter(runtime, first.runtime.password)).toBe(runtime);
  expect(await enter(owner, first.owner.password)).toBe(owner);
  for (const wrong of [first.owner.password, `${first.runtime.password} `, 'canary'])
    await expect(enter(runtime, wrong)).rejects.toMatchObject({ code: '28P01' });

  const second = plan('canary-of-the-second-time');
  await provision(server.url, [second]);
  await expect(enter(runtime, first.runtime.password)).rejects.toMatchObject({ code: '28P01' });
  expect(await enter(runtime, second.runtime.password)).toBe(runtime);
});

it('a schema that was revoked stays so until its plan is provisioned again', async () => {
  const stays = plan('canary-who-stays');
  const moved = plan('canary-who-moves', 'moved_schema');
  await provision(server.url, [stays, moved]);
  for (const { schema, owner } of [stays, moved])
    await enterAndAsk(owner.role, owner.password, `CREATE TABLE ${schema}.thing ()`);
  const read = ({ schema }: typeof moved, { role, password }: typeof moved.runtime) =>
    enterAndAsk(role, password, `SELECT FROM ${schema}.thing`);
  await read(moved, moved.runtime);

  await asAdmin('REVOKE ALL ON SCHEMA moved_schema FROM moved_schema_runtime, moved_schema_owner');
  await provision(server.url, [stays]);
  for (const role of [moved.runtime, moved.owner])
    await expect(read(moved, role)).rejects.toMatchObject({ code: '42501' });
  await read(stays, stays.runtime);

  await provision(server.url, [stays, moved]);
  await read(moved, moved.runtime);
});

it('a connection whose client is gone without a word ends in seconds', async () => {
  const { owner, runtime } = plan('canary-who-vanishes');
  await provision(server.url, [plan('canary-who-vanishes')]);
  const sql = `SELECT name, setting FROM pg_settings
    WHERE name LIKE 'tcp\\_%' OR name = 'client_connection_check_interval' ORDER BY 1`;
  for (const { role, password } of [owner, runtime])
    expect(await enterAndAsk(role, password, sql)).toEqual([
      { name: 'client_connection_check_interval', setting: '1000' },
      { name: 'tcp_keepalives_count', setting: '3' },
      { name: 'tcp_keepalives_idle', setting: '10' },
      { name: 'tcp_keepalives_interval', setting: '5' },
      { name: 'tcp_user_timeout', setting: '25000' },
    ]);
});

it('no password is in the log, though every statement is', async () => {
  await provision(server.url, [plan('canary-for-the-log')]);
  await asAdmin(`DO $$ BEGIN RAISE LOG 'the end of it'; END $$`);
  const log = await eventually(() => {
    const text = readFileSync(join(folder, 'log/postgres.log'), 'utf8');
    if (text.includes('LOG:  the end of it')) return text;
    throw new Error('the log is not written yet');
  });
  expect(log).toMatch(/ROLE canary_schema_runtime LOGIN PASSWORD 'SCRAM-SHA-256\$4096:/);
  expect(log).not.toMatch(/canary(?!_schema)/);
});

it('Postgres stores what we have made, and two of one password have nothing in common', async () => {
  const verifier = scramVerifier('the same password');
  await asAdmin(`CREATE ROLE by_hand LOGIN PASSWORD '${verifier}'`);
  const [row] = await asAdmin<{ stored: string }>(
    `SELECT rolpassword AS stored FROM pg_authid WHERE rolname = 'by_hand'`,
  );
  expect(row?.stored).toBe(verifier);
  expect(scramVerifier('the same password').split('$').slice(2)).not.toEqual(verifier.split('$').slice(2));
});

it('a password that Postgres would read in another way is no password', () => {
  for (const odd of ['', 'pässword', 'tab\t', 'nul\0']) expect(() => scramVerifier(odd)).toThrow(/ASCII/);
});
