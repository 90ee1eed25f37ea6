// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { runCommand } from '../../../libs/stack/machine/command.mjs';
import { table } from '../../../libs/stack/machine/table.mjs';
import { runScriptIn } from '../../../libs/stack/app/run-script-in.mjs';
import { GATEWAY_PORT } from '../../../libs/stack/topology.mjs';
import { withBenchStack } from './bench-stack.mjs';
import { cpuPer, cpuTimes } from './cpu.mjs';
import { driveHttp, driveNats, driveSql } from './drivers.mjs';
import { fillLedger, fillNeighbours, loadOf, signedInMembers } from './world.mjs';
import { fillYardsticks, runYardstick } from './yardsticks.mjs';

/**
 * @typedef {import('../../../libs/stack/state/stack.mjs').Stack} Stack
 * @typedef {import('./drivers.mjs').Driven} Driven
 * @typedef {Partial<Driven> & { rate: number, cpu?: import('./cpu.mjs').CpuTimes }} Measured
 */

const ROUNDS = Number(process.env.ROUNDS || 3);
const SECONDS = Number(process.env.SECONDS || 6);
const IN_FLIGHT = 256;
const SIZES = { small: 10_000, usual: 100_000, large: 1_000_000 };
const CLOSES = 9;

await runCommand(() =>
  withBenchStack(async (stack) => {
    const admin = new pg.Client({ connectionString: stack.adminUrl });
    await admin.connect();
    await measureAll(stack, admin).finally(() => admin.end());
  }),
);

/**
 * @param {Stack} stack
 * @param {pg.Client} admin
 */
async function measureAll(stack, admin) {
  console.log(`· filling; then ${ROUNDS} rounds of ${SECONDS} s a row …`);
  await fillYardsticks(stack);
  await fillLedger(admin, SIZES.small);
  const scale = [await measureScale(stack, admin, SIZES.small)];
  await fillLedger(admin, SIZES.usual);
  await fillNeighbours(admin, SIZES.usual);
  scale.push(await measureScale(stack, admin, SIZES.usual));
  const rows = await measureRows(stack);
  printRows(rows);
  if (process.env.LARGE !== '0') {
    await fillLedger(admin, SIZES.large);
    scale.push(await measureScale(stack, admin, SIZES.large));
  }
  printScale(scale);
  console.log('\nThe books after all that:');
  const code = await runScriptIn(stack, 'tipping-ledger', 'audit');
  if (code !== 0) throw new Error('the books do not balance after the load');
}

/**
 * Every row once a round, so that a slow minute of the machine meets all of them; medians of the rounds.
 * @param {Stack} stack
 */
async function measureRows(stack) {
  const url = stack.roleUrl('likewell_tipping_ledger');
  const [spread, hot] = [loadOf(SIZES.usual, 'spread'), loadOf(SIZES.usual, 'hot')];
  const http = { connections: IN_FLIGHT, tokens: signedInMembers().map(({ token }) => token) };
  const gateway = stack.port(GATEWAY_PORT);
  const seconds = SECONDS;
  const measure = (/** @type {() => Promise<Driven>} */ drive) => measured(stack, drive);
  // A cached session lasts a minute, and the row before it may have taken longer: a second brings all back.
  const overHttp = async (/** @type {import('./world.mjs').Load} */ load) => {
    await driveHttp(gateway, load, { ...http, seconds: 1 });
    return measure(() => driveHttp(gateway, load, { ...http, seconds }));
  };
  /** @type {Record<string, () => Promise<Measured>>} */
  const rows = {
    'pgbench tpcb-like': async () => ({ rate: await runYardstick(stack, 'tpcb-like', seconds) }),
    'naive transaction a tip': async () => ({ rate: await runYardstick(stack, 'naive', seconds) }),
    'SQL, spread': () => measure(() => driveSql(url, spread, { seconds, connections: 1 })),
    'SQL, spread, 2 connections': () => measure(() => driveSql(url, spread, { seconds, connections: 2 })),
    'SQL, hot author': () => measure(() => driveSql(url, hot, { seconds, connections: 1 })),
    'SQL, spread, an epoch a second': () =>
      measure(() => driveSql(url, spread, { seconds, connections: 1, closeEveryMs: 1000 })),
    'NATS, spread': () => measure(() => driveNats(stack.natsUrl, spread, { seconds, inFlight: IN_FLIGHT })),
    'NATS, hot author': () => measure(() => driveNats(stack.natsUrl, hot, { seconds, inFlight: IN_FLIGHT })),
    'HTTP, spread': () => overHttp(spread),
    'HTTP, hot author': () => overHttp(hot),
  };
  // Code that is not compiled yet is not what is asked for.
  for (const name of ['NATS, spread', 'HTTP, spread']) await rows[name]?.();
  const results = Object.fromEntries(Object.keys(rows).map((name) => [name, /** @type {Measured[]} */ ([])]));
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, run] of Object.entries(rows)) results[name]?.push(await run());
  return Object.fromEntries(Object.entries(results).map(([name, found]) => [name, median(found)]));
}

/**
 * @param {Stack} stack
 * @param {() => Promise<Driven>} drive
 * @returns {Promise<Measured>}
 */
async function measured(stack, drive) {
  const [before, startedAt] = [cpuTimes(stack), performance.now()];
  const driven = await drive();
  const rate = (driven.settled * 1000) / (performance.now() - startedAt);
  // A connection's backend that is just ending is counted neither by itself nor by its parent.
  await sleep(200);
  return { ...driven, rate, cpu: cpuPer(before, cpuTimes(stack), driven.settled) };
}

/** @param {Measured[]} found */
function median(found) {
  const ranked = [...found].sort((a, b) => a.rate - b.rate);
  return ranked[Math.floor(ranked.length / 2)] ?? { rate: 0 };
}

/**
 * The time to close an epoch, and what a tip costs Postgres, among so many accounts.
 * @param {Stack} stack
 * @param {pg.Client} admin
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
  closes.sort((a, b) => a - b);
  return { members, rate, cpu: cpu?.postgres ?? 0, close: closes[Math.floor(CLOSES / 2)] ?? 0 };
}

/** @param {Record<string, Measured>} rows */
function printRows(rows) {
  const tpcb = rows['pgbench tpcb-like']?.rate ?? 1;
  const naive = rows['naive transaction a tip']?.rate ?? 1;
  const cpuColumns = ['postgres', 'tipping-ledger', 'nats', 'gateway', 'redis', 'posts', 'auth', 'load'];
  const number = (/** @type {number | undefined} */ value, digits = 0) => value?.toFixed(digits) ?? '';
  const lines = Object.entries(rows).map(([name, { rate, refused, p50, p99, cpu }]) => [
    name,
    number(rate),
    `${(rate / tpcb).toFixed(2)}×`,
    `${(rate / naive).toFixed(2)}×`,
    number(p50, 1),
    number(p99, 1),
    refused ? String(refused) : '',
    ...cpuColumns.map((column) => (cpu?.[column] ? number(cpu[column]) : '')),
  ]);
  const head = ['', 'a second', '× tpcb', '× naive', 'p50 ms', 'p99 ms', 'refused', ...cpuColumns];
  console.log(`\n${table([head, ...lines])}\nThe columns from postgres on: CPU per tip in microseconds.`);
  const share = (/** @type {string} */ layer) =>
    `${layer} ${Math.round((100 * (rows[`${layer}, hot author`]?.rate ?? 0)) / (rows[`${layer}, spread`]?.rate ?? 1))} %`;
  console.log(`Hot author against spread: ${['SQL', 'NATS', 'HTTP'].map(share).join(', ')}.`);
}

/** @param {Awaited<ReturnType<typeof measureScale>>[]} scale */
function printScale(scale) {
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
