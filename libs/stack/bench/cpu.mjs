// @ts-check
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { allPids, readStat } from '../machine/process-table.mjs';
import { readRecord } from '../processes/record.mjs';
import { NODE_PROCESSES, WEB } from '../topology.mjs';

/** @typedef {Record<string, number>} CpuTimes microseconds by process */

/** The kernel counts in hundredths of a second on every Linux that Node runs on. */
const MICROSECONDS_PER_TICK = 10_000;

/**
 * Returns the CPU time of a process with its children, including those that have ended.
 * @param {number} pid
 */
function ticksOfFamily(pid) {
  const parent = readStat(pid);
  const children = allPids()
    .map(readStat)
    .filter((child) => child?.parent === pid);
  return [parent, ...children].reduce((sum, stat) => sum + (stat?.ownTicks ?? 0), parent?.reapedTicks ?? 0);
}

/**
 * Returns the CPU time used so far by every process of the stack, and by this one, which generates the load.
 * @param {import('../state/stack.mjs').Stack} stack
 * @returns {CpuTimes}
 */
export function cpuTimes(stack) {
  const pidOf = (/** @type {string} */ name) => readRecord(stack.recordFile(name))?.pid ?? 0;
  const names = ['nats', 'redis', ...NODE_PROCESSES.map(({ name }) => name)];
  const own = names.map((name) => [name, (readStat(pidOf(name))?.ownTicks ?? 0) * MICROSECONDS_PER_TICK]);
  const { user, system } = process.cpuUsage();
  return {
    postgres: ticksOfFamily(pidOf('postgres')) * MICROSECONDS_PER_TICK,
    ...(readRecord(stack.recordFile(WEB.name)) && {
      nginx: ticksOfFamily(pidOf(WEB.name)) * MICROSECONDS_PER_TICK,
    }),
    ...Object.fromEntries(own),
    load: user + system,
  };
}

/**
 * @param {CpuTimes} before
 * @param {CpuTimes} after
 * @param {number} count
 * @returns {CpuTimes} microseconds per one of `count`
 */
export const cpuPer = (before, after, count) =>
  Object.fromEntries(
    Object.entries(after).map(([name, used]) => [name, (used - (before[name] ?? 0)) / Math.max(1, count)]),
  );

/** Returns the microseconds that all processes of the machine have used so far. */
export function machineTime() {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = (
    readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
  )
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq) * MICROSECONDS_PER_TICK;
}

const REST_LOOK_MS = 1000;
/** CPU time that an idle stack uses for polling and its audit on a slow machine, in microseconds per second. */
const AT_REST_US = 500_000;
const REST_LOOKS = 60;

/**
 * Waits until the stack is idle; fails after a minute of work.
 * @param {import('../state/stack.mjs').Stack} stack
 */
export async function untilAtRest(stack) {
  // With a profiler the stack is never idle.
  if (process.env.PROFILE) return;
  let before = sum(cpuTimes(stack));
  for (let look = 0; look < REST_LOOKS; look += 1) {
    await sleep(REST_LOOK_MS);
    const now = sum(cpuTimes(stack));
    if (now - before < AT_REST_US) return;
    before = now;
  }
  throw new Error('the stack does not come to rest');
}

/** @param {CpuTimes} times */
const sum = (times) => Object.values(times).reduce((total, used) => total + used, 0);
