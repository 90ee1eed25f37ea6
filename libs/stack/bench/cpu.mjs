// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readRecord } from '../processes/record.mjs';
import { NODE_PROCESSES, WEB } from '../topology.mjs';

/** @typedef {Record<string, number>} CpuTimes microseconds by process */

/** The kernel counts in hundredths of a second on every Linux that Node runs on. */
const MICROSECONDS_PER_TICK = 10_000;

/**
 * @param {string} pid
 * @returns {{ parent: string, own: number, reaped: number } | undefined} in ticks
 */
function timesOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const at = (/** @type {number} */ index) => Number(fields[index]);
    return { parent: fields[1] ?? '', own: at(11) + at(12), reaped: at(13) + at(14) };
  } catch {
    return undefined;
  }
}

/**
 * A process with its children, also those that have ended.
 * @param {string} pid
 */
function ticksOfFamily(pid) {
  const parent = timesOf(pid);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(timesOf)
    .filter((child) => child?.parent === pid);
  return [parent, ...children].reduce((sum, times) => sum + (times?.own ?? 0), parent?.reaped ?? 0);
}

/**
 * What every process of the stack has used so far, and this one, which makes the load.
 * @param {import('../state/stack.mjs').Stack} stack
 * @returns {CpuTimes}
 */
export function cpuTimes(stack) {
  const pidOf = (/** @type {string} */ name) => String(readRecord(stack.recordFile(name))?.pid ?? 0);
  const names = ['nats', 'redis', ...NODE_PROCESSES.map(({ name }) => name)];
  const own = names.map((name) => [name, (timesOf(pidOf(name))?.own ?? 0) * MICROSECONDS_PER_TICK]);
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

/** Microseconds that all processes of the machine have used so far, whoever's they are. */
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
/** What an idle stack uses for its polls on a slow machine, in microseconds of a second. */
const AT_REST_US = 300_000;
const REST_LOOKS = 60;

/**
 * Ends when the stack has nothing more to do for now; fails after a minute of work.
 * @param {import('../state/stack.mjs').Stack} stack
 */
export async function untilAtRest(stack) {
  // Profilers never rest.
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
