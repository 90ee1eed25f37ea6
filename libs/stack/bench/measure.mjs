// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuPer, cpuTimes, untilAtRest } from './cpu.mjs';

/** Names, or parts of names, of the only rows to run, with `;` between them; all of them without it. */
export const CHOSEN = process.env.ROWS?.split(';').map((part) => part.trim());

/** @param {string} name */
export const isChosen = (name) => CHOSEN?.some((part) => name.includes(part)) ?? true;

/**
 * A load with its rate and what each process used for one that was settled.
 * @template {{ settled: number }} Driven
 * @param {import('../state/stack.mjs').Stack} stack
 * @param {() => Promise<Driven>} drive
 * @returns {Promise<Driven & { rate: number, cpu: import('./cpu.mjs').CpuTimes }>}
 */
export async function measured(stack, drive) {
  // What the row before it left to do, such as news of its tips, is not this row's.
  await untilAtRest(stack);
  const [before, startedAt] = [cpuTimes(stack), performance.now()];
  const driven = await drive();
  const rate = (driven.settled * 1000) / (performance.now() - startedAt);
  // A connection's backend that is just ending is counted neither by itself nor by its parent.
  await sleep(200);
  return { ...driven, rate, cpu: cpuPer(before, cpuTimes(stack), driven.settled) };
}
