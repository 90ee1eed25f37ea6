// @ts-check
import { nodeSpecs } from '../../libs/stack/app/node-specs.mjs';
import { withBenchStack } from '../../libs/stack/bench/bench-stack.mjs';
import { isChosen } from '../../libs/stack/bench/measure.mjs';
import { runCommand } from '../../libs/stack/machine/command.mjs';
import { runTogether } from '../../libs/stack/processes/run-together.mjs';
import { WEB } from '../../libs/stack/topology.mjs';
import {
  fillLedger,
  fillNeighbours,
  loadOf,
  signedInMembers,
  withAdmin,
} from '../../services/tipping-ledger/bench/world.mjs';
import { call } from './call.mjs';
import { measurer, QUIET } from './measure-overload.mjs';
import { startNginx } from './nginx.mjs';
import { printOverload, writeChart } from './print-overload.mjs';

/**
 * @typedef {import('../../libs/stack/state/stack.mjs').Stack} Stack
 * @typedef {import('./measure-overload.mjs').Measured} Measured
 * @typedef {import('./measure-overload.mjs').Row} Row
 */

const ROUNDS = Number(process.env.ROUNDS || 1);
const SECONDS = Number(process.env.SECONDS || 6);
/** Values of MAX_TIPS_WAITING; each is measured with a gateway of its own. */
const WAITING = listOf(process.env.WAITING || '0;4000');
/** Offered loads, as multiples of the peak. */
const TIMES = listOf(process.env.TIMES || '0.5;1;2;3;5').map(Number);
const CONNECTIONS = 1000;
const MORE_CONNECTIONS = 4000;
const PEAK_CONNECTIONS = 256;
const MEMBERS = 10_000;
const SIGN_IN = { username: 'bench_signs_in', password: 'a long bench password' };
/** @type {Row} */
const closedLoop = {
  name: 'closed loop',
  offered: Infinity,
  connections: PEAK_CONNECTIONS,
  seconds: SECONDS,
};

await runCommand(() =>
  withBenchStack({
    command: 'make bench-overload',
    packages: ['nginx'],
    fill: (stack) => withAdmin(stack, (admin) => fill(stack, admin)),
    work: (stack) => withAdmin(stack, (admin) => measureAll(stack, admin)),
  }),
);

/** @param {Stack} stack @param {import('pg').Client} admin */
async function fill(stack, admin) {
  console.log('· filling …');
  await fillLedger(admin, MEMBERS);
  await fillNeighbours(admin, MEMBERS);
  await admin.query(
    `SELECT setval(pg_get_serial_sequence('auth.member', 'id'), (SELECT max(id) FROM auth.member))`,
  );
  const form = { ...SIGN_IN, email: 'bench@example.org', ref: null };
  const { status, body } = await call(stack, '/api/auth/register', { json: form });
  if (status !== 200) throw new Error(`nobody can join: ${body.error}`);
}

/** @param {Stack} stack @param {import('pg').Client} admin */
async function measureAll(stack, admin) {
  await startNginx(stack);
  const load = loadOf(MEMBERS, 'spread');
  const tokens = signedInMembers().map(({ token }) => token);
  const tips = Array.from({ length: 2000 }, (_, index) => ({
    token: tokens[index % tokens.length] ?? '',
    post: load.post(),
  }));
  const measure = measurer(stack, admin, { tips, member: { token: tokens[0] ?? '', ...SIGN_IN } });
  const results = /** @type {Record<string, Measured[]>} */ ({});
  let peak = Number(process.env.PEAK || 0);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const waiting of WAITING) {
      const found = (results[waiting] ??= []);
      await withWaiting(stack, waiting);
      // Warm-up: code that is not compiled yet is not what this bench measures. It also caches every session.
      await measure({ ...closedLoop, name: 'warm', seconds: 3 });
      const quiet = await measure({ name: 'a quiet day', ...QUIET });
      const best = await measure(closedLoop, quiet);
      peak ||= Math.round(best.goodput);
      found.push(quiet, best);
      for (const row of rowsOf(stack, peak)) found.push(await measure(row, quiet));
    }
  printOverload(results, peak);
  writeChart(results);
}

/** @param {Stack} stack @param {number} peak @returns {Row[]} */
function rowsOf(stack, peak) {
  const offer = (/** @type {number} */ factor) => ({
    name: `${factor} ×`,
    offered: Math.round(peak * factor),
    connections: CONNECTIONS,
    seconds: SECONDS,
  });
  const most = offer(TIMES.at(-1) ?? 1);
  const nginx = stack.port(WEB.port);
  const rows = [
    ...TIMES.map(offer),
    { ...most, name: `${most.name}, ${MORE_CONNECTIONS} connections`, connections: MORE_CONNECTIONS },
    { ...closedLoop, name: 'closed loop, through nginx', port: nginx },
    { ...most, name: `${most.name}, through nginx`, port: nginx },
  ];
  // The closed loop always runs, whatever rows are chosen.
  return rows.filter(({ name }) => isChosen(name));
}

/** @param {Stack} stack @param {string} waiting */
async function withWaiting(stack, waiting) {
  const changed = { ...stack, env: { ...stack.env, MAX_TIPS_WAITING: waiting } };
  await runTogether(changed, nodeSpecs(changed));
}

/** @param {string} text */
function listOf(text) {
  return text.split(';').map((part) => part.trim());
}
