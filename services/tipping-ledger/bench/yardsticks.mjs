// @ts-check
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { median } from '../../../libs/stack/bench/figures.mjs';
import { runOrFail } from '../../../libs/stack/machine/run.mjs';
import { postgresBinaries } from '../../../libs/stack/servers/postgres-cluster.mjs';

/** @typedef {import('../../../libs/stack/state/stack.mjs').Stack} Stack */

const DATABASE = 'yardsticks';
const NAIVE = fileURLToPath(new URL('naive.sql', import.meta.url));

/** @param {Stack} stack */
function yardstickUrl(stack) {
  const url = new URL(stack.adminUrl);
  url.pathname = `/${DATABASE}`;
  return url;
}

/** @param {Stack} stack @param {string[]} args */
function pgbench(stack, args) {
  const { hostname, port, username, password } = yardstickUrl(stack);
  return runOrFail('pgbench', join(postgresBinaries(stack), 'pgbench'), [...args, DATABASE], {
    env: { ...process.env, PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password },
    timeoutMs: 5 * 60_000,
  });
}

/**
 * A database of its own in the same Postgres, with pgbench's tables and those of the naive tip.
 * @param {Stack} stack
 */
export async function fillYardsticks(stack) {
  const admin = new pg.Client({ connectionString: stack.adminUrl });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${DATABASE}`);
  await admin.end();
  await pgbench(stack, ['-i', '-s10', '-q']);
  const client = new pg.Client({ connectionString: yardstickUrl(stack).href });
  await client.connect();
  await client.query(`
    CREATE TABLE account (id bigint PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0));
    CREATE TABLE post_total (post_id bigint PRIMARY KEY, likes_sum numeric(30) NOT NULL DEFAULT 0);
    CREATE TABLE tip (seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, idem_key uuid NOT NULL, payer_id bigint,
      author_id bigint, post_id bigint, amount bigint, created_at timestamptz DEFAULT now(), UNIQUE (payer_id, idem_key));
    INSERT INTO account SELECT id, 10::numeric ^ 14 FROM generate_series(1000, 100999) AS id UNION ALL VALUES (1, 0);
    INSERT INTO post_total SELECT id FROM generate_series(1, 100000) AS id;`);
  await client.query('VACUUM ANALYZE');
  await client.end();
}

/**
 * Does something with commits that take so much longer to flush, as on a slower disk: Postgres waits before it writes
 * the log, and those who wait with it share the flush as ever.
 * @template T
 * @param {Stack} stack
 * @param {number} flushUs
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withSlowFlush(stack, flushUs, work) {
  const admin = new pg.Client({ connectionString: stack.adminUrl });
  await admin.connect();
  try {
    await admin.query(`ALTER SYSTEM SET commit_delay = ${flushUs}`);
    await admin.query('ALTER SYSTEM SET commit_siblings = 0');
    await admin.query('SELECT pg_reload_conf()');
    await sleep(200);
    return await work();
  } finally {
    await admin.query('ALTER SYSTEM RESET ALL');
    await admin.query('SELECT pg_reload_conf()');
    await admin.end();
  }
}

/**
 * The median time that a commit of next to nothing takes, in microseconds: the way there and back, and the flush.
 * @param {Stack} stack
 */
export async function timeCommit(stack) {
  const client = new pg.Client({ connectionString: yardstickUrl(stack).href });
  await client.connect();
  const took = [];
  for (let round = 0; round < 300; round += 1) {
    const startedAt = performance.now();
    await client.query(`SELECT pg_logical_emit_message(true, 'bench', '')`);
    took.push(performance.now() - startedAt);
  }
  await client.end();
  return 1000 * (median(took, (ms) => ms) ?? NaN);
}

/**
 * Transactions a second of 16 clients.
 * @param {Stack} stack
 * @param {'tpcb-like' | 'naive'} kind
 * @param {number} seconds
 */
export async function runYardstick(stack, kind, seconds) {
  const script = kind === 'naive' ? ['-f', NAIVE] : ['-b', 'tpcb-like', '-s10'];
  const output = await pgbench(stack, ['-n', '-c16', '-Mprepared', `-T${seconds}`, ...script]);
  const tps = /tps = ([\d.]+)/.exec(output)?.[1];
  if (tps === undefined) throw new Error(`pgbench said no figure:\n${output}`);
  return Number(tps);
}
