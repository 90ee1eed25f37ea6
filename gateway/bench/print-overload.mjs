// @ts-check
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { median } from '../../libs/stack/bench/figures.mjs';
import { table } from '../../libs/stack/machine/table.mjs';
import { goodputChart } from './goodput-chart.mjs';

/** @typedef {import('./measure-overload.mjs').Measured} Measured */

const PROCESSES = [
  ...['gateway', 'tipping-ledger', 'postgres', 'nats', 'redis', 'posts', 'auth', 'nginx'],
  ...['load', 'probes', 'others'],
];
const HEAD = [
  ...['', 'offered', 'sent', 'settled', 'of peak', '503', 'failed', 'p50', 'p99'],
  ...['visitors', 'members', 'sign-ins', 'as usual after s', 'µs a tip', ...PROCESSES],
];

/**
 * @param {Record<string, Measured[]>} results by the number of tips that may wait
 * @param {number} peak the load that the multiples refer to
 */
export function printOverload(results, peak) {
  const best = bestOf(results);
  for (const [waiting, found] of Object.entries(results)) {
    const lines = mediansOf(found).map((measured) => lineOf(measured, best));
    console.log(`\nMAX_TIPS_WAITING=${waiting}\n${table([HEAD, ...lines])}`);
  }
  console.log(
    `\nMultiples are of ${peak}. Visitors' and members' reads and sign-ins: good/all, and their p99 in ms. From gateway on: percent of a core.`,
  );
}

/**
 * Writes the chart of goodput over offered load.
 * @param {Record<string, Measured[]>} results
 */
export function writeChart(results) {
  const series = Object.entries(results).map(([waiting, found]) => ({
    name: waiting === '0' ? 'rejected at once' : 'waiting for a place',
    points: mediansOf(found)
      .filter(({ row }) => /^[\d.]+ ×$/.test(row.name))
      .map(({ row, goodput }) => ({ offered: row.offered, goodput })),
  }));
  const file = process.env.CHART || fileURLToPath(new URL('overload.svg', import.meta.url));
  writeFileSync(file, goodputChart(series, bestOf(results)));
}

/** @param {Measured} measured @param {number} best */
function lineOf({ row, driven, goodput, cpu, cpuUsOfATip, probed, recoveredAfter }, best) {
  const aSecond = (/** @type {number} */ count) => (count / row.seconds).toFixed(0);
  return [
    row.name,
    row.offered === Infinity ? '' : String(row.offered),
    aSecond(driven.sent),
    goodput.toFixed(0),
    `${Math.round((100 * goodput) / best)} %`,
    aSecond(driven.shed),
    String(driven.failed || ''),
    driven.p50.toFixed(0),
    driven.p99.toFixed(0),
    ...Object.values(probed).map(({ good, all, p99 }) => `${good}/${all} ${p99.toFixed(0)}`),
    secondsText(recoveredAfter),
    cpuUsOfATip.toFixed(0),
    ...PROCESSES.map((name) => (cpu[name] ?? 0).toFixed(0)),
  ];
}

/** @param {number | null} seconds */
function secondsText(seconds) {
  if (seconds === null) return '';
  return seconds === Infinity ? 'never' : String(seconds);
}

/** @param {Record<string, Measured[]>} results */
function bestOf(results) {
  return Math.max(
    ...Object.values(results).flatMap((found) => mediansOf(found).map(({ goodput }) => goodput)),
  );
}

/**
 * Returns the round with the median goodput of each row.
 * @param {readonly Measured[]} found
 * @returns {Measured[]}
 */
function mediansOf(found) {
  const names = [...new Set(found.map(({ row }) => row.name))];
  return names.flatMap((name) => {
    const rounds = found.filter(({ row }) => row.name === name);
    return median(rounds, ({ goodput }) => goodput) ?? [];
  });
}
