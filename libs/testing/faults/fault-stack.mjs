// @ts-check
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { loadFolder } from '../../../load-tests/files.mjs';
import { startServersAndMigrate } from '../../stack/app/database.mjs';
import { nodeSpecs } from '../../stack/app/node-specs.mjs';
import { secondReplicas } from '../../stack/app/second-replicas.mjs';
import { publishSite } from '../../stack/app/site.mjs';
import { step } from '../../stack/machine/progress.mjs';
import { runOrFail } from '../../stack/machine/run.mjs';
import { runTogether } from '../../stack/processes/run-together.mjs';
import { natsSpec } from '../../stack/servers/nats.mjs';
import { nginxSpec } from '../../stack/servers/nginx.mjs';
import { postgresSpec } from '../../stack/servers/postgres.mjs';
import { redisSpec } from '../../stack/servers/redis.mjs';
import { openStack } from '../../stack/state/stack.mjs';
import { WEB } from '../../stack/topology.mjs';
import { startFeeder } from '../../../services/wallet-chain-watcher/bench/deposit-feeder.mjs';
import { Clocks } from './clocks.mjs';
import { Links } from './links.mjs';
import { Supervisor } from './supervisor.mjs';

/**
 * @typedef {import('../../stack/state/stack.mjs').Stack} Stack
 * @typedef {Awaited<ReturnType<typeof startFaultStack>>} FaultStack
 */

const TWICE = ['gateway', 'auth', 'posts', 'tipping-ledger'];
const MEMBERS = 200;
/** Makes the price due every second instead of every 30 s, so that each fault affects it. */
const DUE = `UPDATE wallet_chain_watcher.price_round SET due_at = least(due_at, now()) WHERE source = 'price'`;
const SEED = fileURLToPath(new URL('../../../load-tests/seed.mjs', import.meta.url));

/**
 * Starts a whole Likewell of production bundles behind nginx, with two replicas where production has them and
 * with a proxy in each link. It has signed-in members with money, and posts.
 * @param {{ withClocks: boolean }} options whether clocks can be set
 */
export async function startFaultStack({ withClocks }) {
  const stack = openStack();
  const links = new Links();
  const clocks = new Clocks(join(stack.state, 'clocks'));
  await startServersAndMigrate(stack);

  const once = nodeSpecs(stack);
  const twice = await secondReplicas(once.filter(({ name }) => TWICE.includes(name)));
  const dressed = [...once, ...twice].map((spec) => (withClocks ? clocks.wornBy(spec) : spec));
  const specs = await Promise.all(dressed.map((spec) => links.behindProxies(spec)));
  await step('processes, each behind proxies', () => runTogether(stack, specs));
  const gateways = specs.filter(({ name }) => name.startsWith('gateway')).map(({ env }) => Number(env.PORT));
  const doors = gateways.map(async (port, index) =>
    links.open(WEB.name, index === 0 ? 'gateway' : `gateway-${index + 1}`, port),
  );
  const page = nginxSpec(
    stack,
    publishSite(stack),
    (await Promise.all(doors)).map(({ port }) => port),
  );
  await step('page', () => runTogether(stack, [page]));
  await step('members, money and posts', () => seed());

  const servers = [await postgresSpec(stack), redisSpec(stack), natsSpec(stack)];
  const supervisor = new Supervisor(stack, [...servers, ...specs]);
  const admin = new pg.Pool({ connectionString: stack.adminUrl, max: 2, idleTimeoutMillis: 500 });
  // A connection that ends when Postgres is killed.
  admin.on('error', () => undefined);
  const rounds = setInterval(() => void admin.query(DUE).catch(() => undefined), 1000);
  const feeder = await startFeeder(stack);
  return {
    ...{ stack, links, clocks, supervisor, admin, gateways },
    world: await readWorld(stack, admin),
    feederUrl: feeder.url,
    chainUrl: `http://127.0.0.1:${once.find(({ name }) => name === 'solana-stand-in')?.env.PORT}`,
    webPort: stack.port(WEB.port),
    async close() {
      clearInterval(rounds);
      feeder.stop();
      await supervisor.close();
      await admin.end();
      links.close();
    },
  };
}

function seed() {
  return runOrFail('load-tests/seed.mjs', process.execPath, [SEED], {
    env: { ...process.env, members: String(MEMBERS) },
    timeoutMs: 120_000,
  }).then(() => undefined);
}

/** @typedef {{ id: number, token: string }} Member */

/**
 * Reads the prepared data: members who tip and deposit, each with a token, and posts of others.
 * @param {Stack} stack
 * @param {pg.Pool} admin
 */
async function readWorld(stack, admin) {
  /** @type {{ tokens: string[], posts: number[] }} */
  const { tokens, posts } = JSON.parse(readFileSync(join(loadFolder(stack), 'tokens.json'), 'utf8'));
  const { rows } = await admin.query(
    `SELECT m.id, encode(s.token_hash, 'hex') AS hash
     FROM auth.session s JOIN auth.member m ON m.id = s.member_id`,
  );
  const idOf = new Map(rows.map(({ hash, id }) => [hash, Number(id)]));
  const members = tokens.map((token) => ({
    token,
    id: idOf.get(createHash('sha256').update(token).digest('hex')) ?? 0,
  }));
  // In seed.sql, members 1, 6, 11 … write, and nobody tips their own post.
  return { payers: members.filter((_, index) => index % 5 !== 0), posts };
}
