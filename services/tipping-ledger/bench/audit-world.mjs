// @ts-check
import pg from 'pg';
import { migrate } from '@likewell/service-kit/database/migrate';
import { provision } from '@likewell/service-kit/database/provision';
import { ledgerSchema } from '../dist/schema.js';
import { fillLedger } from './world.mjs';

const DATABASE = 'ledger_audit_bench';
const PASSWORD = 'bench';
const BATCH = 1000;
/** So that most members have settlements. */
const TIPS_AN_EPOCH = 1_000_000;

/**
 * A ledger in a database of its own beside whatever that Postgres holds.
 * @typedef {object} AuditWorld
 * @property {string} url as the service's role
 * @property {pg.Client} client the superuser, in the ledger's schema
 */

/**
 * Opens the ledger, and makes it if it is not there.
 * @param {string} adminUrl
 * @returns {Promise<AuditWorld>}
 */
export async function openAuditWorld(adminUrl) {
  await asAdmin(adminUrl, async (admin) => {
    const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await admin.query(`CREATE DATABASE ${DATABASE}`);
  });
  const url = new URL(adminUrl);
  url.pathname = DATABASE;
  const roles = ['ledger_audit_bench_owner', 'ledger_audit_bench'];
  const [owner, runtime] = roles.map((role) => ({ role, password: PASSWORD }));
  if (!owner || !runtime) throw new Error('two roles are named');
  await provision(url.href, [{ schema: 'tipping_ledger', owner, runtime }]);
  await migrate(withRole(url, owner.role), ledgerSchema);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  // What is filled in need not outlive a crash.
  await client.query('SET search_path = tipping_ledger; SET synchronous_commit = off');
  return { url: withRole(url, runtime.role), client };
}

/** @param {string} adminUrl @returns {Promise<void>} */
export function dropAuditWorld(adminUrl) {
  return asAdmin(adminUrl, async (admin) => {
    await admin.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
    await admin.query('DROP ROLE IF EXISTS ledger_audit_bench, ledger_audit_bench_owner');
  });
}

/**
 * Brings the ledger to so many members and tips: payers uniform, one in a hundred tips for the first post.
 * @param {AuditWorld} world
 * @param {{ members: number, tips: number }} size
 */
export async function fillTo({ client }, { members, tips }) {
  const { rows } = await client.query('SELECT max(id)::integer AS last FROM account');
  if (rows[0].last < members) await fillLedger(client, members);
  await client.query('CREATE SEQUENCE IF NOT EXISTS bench_key');
  for (let there = await countTips(client); there < tips; there += BATCH) {
    await settleBatch(client, members, Math.min(BATCH, tips - there));
    if (Math.floor(there / TIPS_AN_EPOCH) !== Math.floor((there + BATCH) / TIPS_AN_EPOCH)) {
      await client.query('SELECT close_epoch()');
      console.log(`· ${there + BATCH} tips`);
    }
  }
  await client.query('VACUUM ANALYZE');
}

/** @param {pg.Client} client @returns {Promise<number>} */
async function countTips(client) {
  const { rows } = await client.query('SELECT count(*)::integer AS tips FROM tip');
  return rows[0].tips;
}

/** @param {pg.Client} client @param {number} members @param {number} size */
async function settleBatch(client, members, size) {
  await client.query(
    `SELECT count(*) FROM (
       SELECT array_agg((lpad(to_hex(number), 16, '0') || substr(md5(number::text), 1, 16))::uuid) AS keys,
         array_agg((1000 + floor(random() * $1))::bigint) AS payers,
         array_agg((1 + floor(power(random(), 3) * $1))::bigint) AS posts,
         array_agg((1 + floor(random() * 5000))::bigint * 1000) AS amounts
       FROM (SELECT nextval('bench_key') AS number FROM generate_series(1, $2::integer)) AS tip
     ) AS asked, settle_tips(keys, payers, posts, amounts)`,
    [members, size],
  );
}

/** @param {URL} url @param {string} role */
function withRole(url, role) {
  const own = new URL(url);
  own.username = role;
  own.password = PASSWORD;
  return own.href;
}

/** @param {string} adminUrl @param {(admin: pg.Client) => Promise<void>} work */
async function asAdmin(adminUrl, work) {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await work(admin).finally(() => admin.end());
}
