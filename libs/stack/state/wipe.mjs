// @ts-check
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stopAll } from '../processes/stop-all.mjs';

const KEPT = ['lock', 'port'];

/** Stops a stack and deletes all of its data, secrets and logs. @param {import('./stack.mjs').Stack} stack */
export async function wipe(stack) {
  await stopAll(stack);
  for (const name of readdirSync(stack.state).filter((entry) => !KEPT.includes(entry))) {
    rmSync(join(stack.state, name), { recursive: true, force: true });
  }
  for (const sub of ['logs', 'run']) mkdirSync(join(stack.state, sub));
}
