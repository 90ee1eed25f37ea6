// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { cpuTimes, machineTime, untilAtRest } from '../../libs/stack/bench/cpu.mjs';
import { GATEWAY_PORT } from '../../libs/stack/topology.mjs';
import { secondsUntilUsual, usageOf } from './overload-figures.mjs';
import { probeOthers } from './probe-others.mjs';

/**
 * @typedef {import('../../libs/stack/state/stack.mjs').Stack} Stack
 * @typedef {import('./offer.mjs').Job} Job
 * @typedef {import('./offer.mjs').Offered} Offered
 * @typedef {Omit<Job, 'port' | 'tips'> & { name: string, port?: number }} Row
 * @typedef {object} Measured
 * @property {Row} row
 * @property {Offered} driven
 * @property {number} goodput tips per second of the load that are settled and in the ledger
 * @property {Record<string, number>} cpu percent of a core, by process; `others` are the processes outside
 *   this bench
 * @property {number} cpuUsOfATip used by all processes of the bench, generator included, for each settled
 *   tip, those included that were settled after the end of the load
 * @property {import('./probe-others.mjs').Probed} probed
 * @property {number | null} recoveredAfter seconds from the end of the load until response times were usual
 *   again; Infinity if that did not happen, null if nothing was offered after the load
 */

/** Load of a quiet day, also offered after each row to measure the recovery. */
export const QUIET = { offered: 200, connections: 50, seconds: 6 };
/** The load generator runs on the last core, which it shares with processes outside the bench. */
const GENERATOR_CORE = String(availableParallelism() - 1);
/** A row is measured up to TRIES times while processes outside the bench use more of a core. */
const MAX_OTHERS_PERCENT = Number(process.env.OTHERS || 30);
const TRIES = Number(process.env.TRIES || 3);

/**
 * @param {Stack} stack
 * @param {import('pg').Client} admin
 * @param {{ tips: Job['tips'], member: { token: string, username: string, password: string } }} who
 */
export function measurer(stack, admin, { tips, member }) {
  const gateway = stack.port(GATEWAY_PORT);
  const inTheLedger = async () => {
    const { rows } = await admin.query('SELECT count(*)::int AS count FROM tipping_ledger.tip');
    return Number(rows[0].count);
  };
  const measureOnce = async (/** @type {Row} */ row, /** @type {Measured | undefined} */ quiet) => {
    const { port = gateway, seconds } = row;
    await untilAtRest(stack);
    const storedBefore = await inTheLedger();
    const [startedAt, machineBefore, before] = [performance.now(), machineTime(), cpuTimes(stack)];
    const probes = probeOthers(gateway, member);
    const driven = await generate({ ...row, port, tips });
    const probed = await probes.end();
    const elapsedMs = performance.now() - startedAt;
    const [machineUs, after] = [machineTime() - machineBefore, cpuTimes(stack)];
    const recovery = quiet && (await generate({ ...QUIET, port, tips }));
    const stored = (await inTheLedger()) - storedBefore;
    const told = driven.settled + (recovery?.settled ?? 0);
    if (stored < told)
      throw new Error(`${told} tips were told to be settled, and ${stored} are in the ledger`);
    const goodput = driven.settled / seconds;
    const used = usageOf({ before, after, machineUs, elapsedMs, driven });
    const recoveredAfter =
      quiet && recovery ? secondsUntilUsual(recovery, quiet.driven, QUIET.offered) : null;
    console.log(
      `  ${row.name}: ${goodput.toFixed(0)} settled a second, others ${othersIn(used).toFixed(0)} %`,
    );
    return { row, driven, goodput, ...used, probed, recoveredAfter };
  };
  /**
   * @param {Row} row
   * @param {Measured} [quiet] the state that the load is to return to
   * @returns {Promise<Measured>} the try that others disturbed least
   */
  return async (row, quiet) => {
    const tries = [await measureOnce(row, quiet)];
    while (tries.length < TRIES && Math.min(...tries.map(othersIn)) > MAX_OTHERS_PERCENT)
      tries.push(await measureOnce(row, quiet));
    return tries.reduce((best, each) => (othersIn(each) < othersIn(best) ? each : best));
  };
}

/** @param {Pick<Measured, 'cpu'>} measured */
const othersIn = ({ cpu }) => cpu.others ?? 0;

/**
 * Generates the load in a process of its own, on one core.
 * @param {Job} job
 * @returns {Promise<Offered>}
 */
async function generate(job) {
  const script = fileURLToPath(new URL('offer.mjs', import.meta.url));
  const child = spawn('taskset', ['-c', GENERATOR_CORE, process.execPath, script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  child.send(job);
  const [result] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('the generator ended early');
    }),
  ]);
  return result;
}
