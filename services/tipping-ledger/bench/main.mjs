// @ts-check
import { runCommand } from '../../../libs/stack/machine/command.mjs';
import { table } from '../../../libs/stack/machine/table.mjs';
import { runScriptIn } from '../../../libs/stack/app/run-script-in.mjs';
import { secretValue } from '../../../libs/stack/state/nkeys.mjs';
import { GATEWAY_PORT } from '../../../libs/stack/topology.mjs';
import { withBenchStack } from '../../../libs/stack/bench/bench-stack.mjs';
import { drive } from '../../../libs/stack/bench/drive.mjs';
import { median } from '../../../libs/stack/bench/figures.mjs';
import { CHOSEN, isChosen, measured } from '../../../libs/stack/bench/measure.mjs';
import { driveSql, tipRequests } from './drivers.mjs';
import {
  fillLedger,
  fillNeighbours,
  loadOf,
  settleAllAccounts,
  signedInMembers,
  withAdmin,
} from './world.mjs';
import { fillYardsticks, runYardstick, timeCommit, withSlowFlush } from './yardsticks.mjs';

/**
 * @typedef {import('../../../libs/stack/state/stack.mjs').Stack} Stack
 * @typedef {import('./drivers.mjs').Driven} Driven
 * @typedef {Partial<Driven> & { rate: number, cpu?: import('../../../libs/stack/bench/cpu.mjs').CpuTimes }} Measured
 */

const ROUNDS = Number(process.env.ROUNDS || 3);
const SECONDS = Number(process.env.SECONDS || 6);
const IN_FLIGHT = 256;
const OPEN_LOOP = { connections: 1000, status: 200 };
/** Accounts; LARGE=0 leaves the last size out. */
const SIZES = { small: 10_000, usual: 100_000, large: Number(process.env.LARGE || 1_000_000) };
const CLOSES = 9;
/** Rows of this ending run as on a disk that takes so long to flush; they are compared among themselves. */
const SLOW = { flushUs: 1000, ending: ', 1 ms flush' };

const scale = /** @type {Awaited<ReturnType<typeof measureScale>>[]} */ ([]);

const MEASURES_SCALE = CHOSEN?.includes('accounts') ?? true;

await runCommand(() =>
  withBenchStack({
    command: 'make bench-ledger',
    fill: (stack) => withAdmin(stack, (admin) => fillAll(stack, admin)),
    work: (stack) => withAdmin(stack, (admin) => measureAll(stack, admin)),
  }),
);

/** @param {Stack} stack @param {import('pg').Client} admin */
async function fillAll(stack, admin) {
  console.log('· filling …');
  await pauseAudits(admin);
  await fillYardsticks(stack);
  await fillLedger(admin, SIZES.small);
  if (MEASURES_SCALE) scale.push(await measureScale(stack, admin, SIZES.small));
  await fillLedger(admin, SIZES.usual);
  await fillNeighbours(admin, SIZES.usual);
}

/**
 * The service's own audits would fall into one row and not into another.
 * @param {import('pg').Client} admin
 */
async function pauseAudits(admin) {
  await admin.query(`
    INSERT INTO last_audit (finished_at, duration_ms, counts) VALUES (now() + interval '1 day', 0, '{}')
    ON CONFLICT (only_row) DO UPDATE SET finished_at = excluded.finished_at`);
}

/** @param {Stack} stack @param {import('pg').Client} admin */
async function measureAll(stack, admin) {
  console.log(`· ${ROUNDS} rounds of ${SECONDS} s a row …`);
  if (MEASURES_SCALE) scale.push(await measureScale(stack, admin, SIZES.usual));
  console.log(`· a commit of nothing takes ${(await timeCommit(stack)).toFixed(0)} µs here`);
  if (CHOSEN?.join() !== 'accounts') printRows(await measureRows(stack));
  if (MEASURES_SCALE && SIZES.large > 0) {
    await fillLedger(admin, SIZES.large);
    scale.push(await measureScale(stack, admin, SIZES.large));
  }
  printScale(scale);
  console.log('\nThe books after all that:');
  const code = await runScriptIn(stack, 'tipping-ledger', 'cli/audit');
  if (code !== 0) throw new Error('the books do not balance after the load');
}

/**
 * Every row once a round, so that a slow minute of the machine meets all of them; medians of the rounds.
 * @param {Stack} stack
 */
async function measureRows(stack) {
  // It uses what `up` has just built, which a fresh checkout does not have when this file is loaded.
  const { driveNats } = await import('./nats-driver.mjs');
  const url = stack.roleUrl('likewell_tipping_ledger');
  const [spread, hot] = [loadOf(SIZES.usual, 'spread'), loadOf(SIZES.usual, 'hot')];
  const tokens = signedInMembers().map(({ token }) => token);
  const gateway = stack.port(GATEWAY_PORT);
  const secretOf = (/** @type {string} */ name) => secretValue(stack.secret, name);
  const identity = { seed: secretOf('nats.gateway/seed'), actorSeed: secretOf('actor/seed') };
  const overNats = { seconds: SECONDS, inFlight: IN_FLIGHT, identity };
  const seconds = SECONDS;
  const measure = (/** @type {() => Promise<Driven>} */ work) => measured(stack, work);
  // A cached session lasts a minute, and the row before it may have taken longer: a second brings all back.
  const overHttp = async (/** @type {import('./world.mjs').Load} */ load) => {
    const tips = tipRequests(load, tokens);
    const http = { connections: IN_FLIGHT, status: 200 };
    await drive(gateway, tips, { ...http, seconds: 1 });
    return measure(() => drive(gateway, tips, { ...http, seconds }));
  };
  const openLoop = (/** @type {number} */ offered) =>
    measure(() => drive(gateway, tipRequests(spread, tokens), { ...OPEN_LOOP, offered, seconds }));
  const onSlowDisk = (/** @type {() => Promise<Measured>} */ row) => withSlowFlush(stack, SLOW.flushUs, row);
  /** @type {Record<string, () => Promise<Measured>>} */
  const all = {
    'pgbench tpcb-like': async () => ({ rate: await runYardstick(stack, 'tpcb-like', seconds) }),
    'naive transaction a tip': async () => ({ rate: await runYardstick(stack, 'naive', seconds) }),
    'SQL, spread': () => measure(() => driveSql(url, spread, { seconds, connections: 1 })),
    'SQL, spread, 2 connections': () => measure(() => driveSql(url, spread, { seconds, connections: 2 })),
    'SQL, hot author': () => measure(() => driveSql(url, hot, { seconds, connections: 1 })),
    'SQL, spread, an epoch a second': async () => {
      const found = await measure(() =>
        driveSql(url, spread, { seconds, connections: 1, closeEveryMs: 1000 }),
      );
      await withAdmin(stack, settleAllAccounts);
      return found;
    },
    'NATS, spread': () => measure(() => driveNats(stack.natsUrl, spread, overNats)),
    'NATS, hot author': () => measure(() => driveNats(stack.natsUrl, hot, overNats)),
    'HTTP, spread': () => overHttp(spread),
    'HTTP, hot author': () => overHttp(hot),
    [`pgbench tpcb-like${SLOW.ending}`]: () =>
      onSlowDisk(async () => ({ rate: await runYardstick(stack, 'tpcb-like', seconds) })),
    [`SQL, spread, 2 connections${SLOW.ending}`]: () =>
      onSlowDisk(() => measure(() => driveSql(url, spread, { seconds, connections: 2 }))),
    [`HTTP, spread${SLOW.ending}`]: () => onSlowDisk(() => overHttp(spread)),
    'HTTP, 2,000/s offered': () => openLoop(2000),
    'HTTP, 5,000/s offered': () => openLoop(5000),
    'HTTP, 10,000/s offered': () => openLoop(10_000),
  };
  const rows = Object.entries(all).filter(([name]) => isChosen(name));
  // Code that is not compiled yet is not what is asked for.
  for (const name of ['NATS, spread', 'HTTP, spread'])
    if (rows.some(([chosen]) => chosen.startsWith(name.slice(0, 4)))) await all[name]?.();
  const results = Object.fromEntries(rows.map(([name]) => [name, /** @type {Measured[]} */ ([])]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, run] of rows) results[name]?.push(await run());
  return Object.fromEntries(
    Object.entries(results).map(([name, found]) => [name, median(found, ({ rate }) => rate) ?? { rate: 0 }]),
  );
}

/**
 * The time to close an epoch, and what a tip costs Postgres, among so many accounts.
 * @param {Stack} stack
 * @param {import('pg').Client} admin
 * @param {number} members
 */
async function measureScale(stack, admin, members) {
  const url = stack.roleUrl('likewell_tipping_ledger');
  const load = loadOf(members, 'spread');
  const { rate, cpu } = await measured(stack, () =>
    driveSql(url, load, { seconds: SECONDS, connections: 1 }),
  );
  const closes = [];
  for (let count = 0; count < CLOSES; count += 1) {
    await driveSql(url, load, { seconds: 0.01, connections: 1 });
    const startedAt = performance.now();
    const { rows } = await admin.query('SELECT close_epoch() AS epoch');
    closes.push(performance.now() - startedAt);
    if (rows[0].epoch === null) throw new Error('there was nothing to share');
  }
  // Nothing follows the largest.
  if (members !== SIZES.large) await settleAllAccounts(admin);
  return { members, rate, cpu: cpu.postgres ?? 0, close: median(closes, (ms) => ms) ?? 0 };
}

/** @param {Record<string, Measured>} rows */
function printRows(rows) {
  const tpcbOf = (/** @type {string} */ name) =>
    rows[`pgbench tpcb-like${name.endsWith(SLOW.ending) ? SLOW.ending : ''}`]?.rate ?? NaN;
  const naive = rows['naive transaction a tip']?.rate ?? NaN;
  const cpuColumns = ['postgres', 'tipping-ledger', 'nats', 'gateway', 'redis', 'posts', 'auth', 'load'];
  const number = (/** @type {number | undefined} */ value, digits = 0) => value?.toFixed(digits) ?? '';
  const lines = Object.entries(rows).map(([name, { rate, rejected, shed, p50, p99, cpu }]) => [
    name,
    number(rate),
    `${(rate / tpcbOf(name)).toFixed(2)}×`,
    `${(rate / naive).toFixed(2)}×`,
    number(p50, 1),
    number(p99, 1),
    rejected ? String(rejected) : '',
    shed ? String(shed) : '',
    ...cpuColumns.map((column) => (cpu?.[column] ? number(cpu[column]) : '')),
  ]);
  const head = [
    '',
    'a second',
    '× tpcb',
    '× naive',
    'p50 ms',
    'p99 ms',
    'rejected',
    '429/503',
    ...cpuColumns,
  ];
  console.log(`\n${table([head, ...lines])}\nThe columns from postgres on: CPU per tip in microseconds.`);
  const share = (/** @type {string} */ layer) =>
    `${layer} ${Math.round((100 * (rows[`${layer}, hot author`]?.rate ?? 0)) / (rows[`${layer}, spread`]?.rate ?? 1))} %`;
  if (!CHOSEN) console.log(`Hot author against spread: ${['SQL', 'NATS', 'HTTP'].map(share).join(', ')}.`);
}

/** @param {Awaited<ReturnType<typeof measureScale>>[]} scale */
function printScale(scale) {
  if (scale.length === 0) return;
  const lines = scale.map(({ members, rate, cpu, close }) => [
    members.toLocaleString('en'),
    rate.toFixed(0),
    cpu.toFixed(0),
    close.toFixed(2),
  ]);
  console.log(
    `\n${table([['accounts', 'SQL tips a second', 'Postgres µs a tip', 'close_epoch ms'], ...lines])}`,
  );
}
