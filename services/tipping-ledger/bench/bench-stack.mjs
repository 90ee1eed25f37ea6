// @ts-check
import { join } from 'node:path';
import { migrate, provision } from '../../../libs/stack/app/database.mjs';
import { nodeSpecs } from '../../../libs/stack/app/node-specs.mjs';
import { prepareCheckout } from '../../../libs/stack/app/prepare-checkout.mjs';
import { findFreeBase } from '../../../libs/stack/machine/ports.mjs';
import { step } from '../../../libs/stack/machine/progress.mjs';
import { installSystemPackages } from '../../../libs/stack/machine/system-packages.mjs';
import { runTogether } from '../../../libs/stack/processes/run-together.mjs';
import { baseEnvironment } from '../../../libs/stack/servers/base-environment.mjs';
import { startServers } from '../../../libs/stack/servers/start-servers.mjs';
import { takeLock } from '../../../libs/stack/state/lock.mjs';
import { openStack } from '../../../libs/stack/state/stack.mjs';
import { wipe } from '../../../libs/stack/state/wipe.mjs';
import { PORT_COUNT } from '../../../libs/stack/topology.mjs';

/** @typedef {import('../../../libs/stack/state/stack.mjs').Stack} Stack */

const FIRST_PORT = 28_080;

/**
 * Brings up a private stack named `bench`, without the page, hands it over, and leaves nothing of it.
 * @param {(stack: Stack) => Promise<void>} work
 */
export async function withBenchStack(work) {
  const PORT = String(await findFreeBase(FIRST_PORT, PORT_COUNT));
  // Nothing else of our environment, which may point at somebody's real servers.
  const settings = { STACK: 'bench', PORT, LOG_LEVEL: 'warn', LIMIT_TIP: '100000000/1m' };
  const stack = openStack({ env: { ...baseEnvironment(process.env), ...settings } });
  const release = await takeLock(join(stack.state, 'lock'), 'make bench-ledger');
  try {
    await wipe(stack);
    stack.rememberPort();
    await step('system packages', () => installSystemPackages(['postgres', 'redis', 'nats']));
    await prepareCheckout(stack.checkout, stack.checkoutState, 'make bench-ledger');
    await step('servers', () => startServers(stack));
    await step('roles and schemas', () => provision(stack));
    await step('migrations', () => migrate(stack));
    await step('processes', () => runTogether(stack, profiled(nodeSpecs(stack))));
    await work(stack);
  } finally {
    await step('stack down, its data deleted', () => wipe(stack));
    release();
  }
}

/**
 * With PROFILE=folder every process leaves a CPU profile there when it ends.
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
