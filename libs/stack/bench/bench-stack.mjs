// @ts-check
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServersAndMigrate } from '../app/database.mjs';
import { nodeSpecs } from '../app/node-specs.mjs';
import { installNpmPackages } from '../machine/npm-packages.mjs';
import { findFreeBase } from '../machine/ports.mjs';
import { step } from '../machine/progress.mjs';
import { runOrFail } from '../machine/run.mjs';
import { installSystemPackages } from '../machine/system-packages.mjs';
import { runTogether } from '../processes/run-together.mjs';
import { stopAll } from '../processes/stop-all.mjs';
import { baseEnvironment } from '../servers/base-environment.mjs';
import { takeLock } from '../state/lock.mjs';
import { openStack } from '../state/stack.mjs';
import { wipe } from '../state/wipe.mjs';
import { NODE_PROCESSES, PORT_COUNT } from '../topology.mjs';

/** @typedef {import('../state/stack.mjs').Stack} Stack */

const FIRST_PORT = 28_080;

/**
 * Starts a private stack named `bench`, without the page, runs the work on it, and deletes it. With KEEP=1 it
 * stays up with all its data, and the next run with KEEP=1 reuses it: only processes whose code changed are
 * restarted.
 * @param {{ command: string, packages?: import('../machine/system-packages.mjs').PackageName[], fill: (stack:
 *   Stack) => Promise<void>, work: (stack: Stack) => Promise<void> }} bench `packages` in addition to those
 *   of the servers
 */
export async function withBenchStack({ command, packages = [], fill, work }) {
  const stack = openStack({ env: await benchEnvironment() });
  const release = await takeLock(join(stack.state, 'lock'), command);
  const filled = join(stack.state, 'filled');
  const keep = process.env.KEEP === '1';
  try {
    if (!keep || !existsSync(filled)) await wipe(stack);
    stack.rememberPort();
    await step('system packages', () => installSystemPackages(['postgres', 'redis', 'nats', ...packages]));
    await step('npm packages', () => installNpmPackages(stack.checkout));
    await step('build', () => buildProcesses(stack));
    await startServersAndMigrate(stack);
    await step('processes', () => runTogether(stack, profiled(nodeSpecs(stack))));
    if (!existsSync(filled)) await fill(stack);
    if (keep) writeFileSync(filled, '');
    await work(stack);
    // A profile is written when its process ends.
    if (keep && process.env.PROFILE)
      await stopAll(
        stack,
        NODE_PROCESSES.map(({ name }) => name),
      );
  } finally {
    if (!keep) await step('stack down, its data deleted', () => wipe(stack));
    release();
  }
}

/** Only selected variables of our environment, which may point to real servers. */
async function benchEnvironment() {
  const settings = { STACK: 'bench', LOG_LEVEL: 'warn', LIMITS: 'load', TIMEOUTS: 'production' };
  const env = { ...baseEnvironment(process.env), ...settings };
  const kept = process.env.KEEP === '1' && existsSync(join(openStack({ env }).state, 'filled'));
  return kept ? env : { ...env, PORT: String(await findFreeBase(FIRST_PORT, PORT_COUNT)) };
}

/** @param {Stack} stack */
const buildProcesses = ({ checkout }) =>
  runOrFail('npm run compile', 'npm', ['run', '--silent', 'compile'], {
    cwd: checkout,
    timeoutMs: 5 * 60_000,
  });

/**
 * Makes every process write a CPU profile to the folder PROFILE when it ends.
 * @param {ReturnType<typeof nodeSpecs>} specs
 */
function profiled(specs) {
  const folder = process.env.PROFILE;
  if (!folder) return specs;
  return specs.map((spec) => ({
    ...spec,
    args: [
      '--cpu-prof',
      '--cpu-prof-interval=500',
      `--cpu-prof-dir=${join(folder, spec.name)}`,
      ...spec.args,
    ],
  }));
}
