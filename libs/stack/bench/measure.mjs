// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuPer, cpuTimes, untilAtRest } from './cpu.mjs';

/** Names, or parts of names, of the only rows to run, separated by `;`; without it all of them. */
export const CHOSEN = process.env.ROWS?.split(';').map((part) => part.trim());

/** @param {string} name */
export const isChosen = (name) => CHOSEN?.some((part) => name.includes(part)) ?? true;

/**
 * Runs a load and returns its rate and the CPU time of each process per settled request.
 * @template {{ settled: number }} Driven
 * @param {import('../state/stack.mjs').Stack} stack
 * @param {() => Promise<Driven>} drive
 * @returns {Promise<Driven & { rate: number, cpu: import('./cpu.mjs').CpuTimes }>}
 */
export async function measured(stack, drive) {
  // Remaining work of the previous row, such as events of its tips, must not count for this one.
  await untilAtRest(stack);
  const [before, startedAt] = [cpuTimes(stack), performance.now()];
  const driven = await drive();
  const rate = (driven.settled * 1000) / (performance.now() - startedAt);
  // A connection's backend that is about to end is counted neither by itself nor by its parent.
  await sleep(200);
  return { ...driven, rate, cpu: cpuPer(before, cpuTimes(stack), driven.settled) };
}
