// @ts-check
import { nodeSpecs } from '../libs/stack/app/node-specs.mjs';
import { secondReplicas } from '../libs/stack/app/second-replicas.mjs';
import { publishSite } from '../libs/stack/app/site.mjs';
import { step } from '../libs/stack/machine/progress.mjs';
import { UserFacingError } from '../libs/stack/machine/user-facing-error.mjs';
import { ensureRunning, isUpToDate } from '../libs/stack/processes/ensure-running.mjs';
import { isAlive, readRecord } from '../libs/stack/processes/record.mjs';
import { runTogether } from '../libs/stack/processes/run-together.mjs';
import { stopAll } from '../libs/stack/processes/stop-all.mjs';
import { nginxSpec } from '../libs/stack/servers/nginx.mjs';
import { openStack } from '../libs/stack/state/stack.mjs';
import { GATEWAY_PORT, NODE_PROCESSES, WEB } from '../libs/stack/topology.mjs';

/**
 * @typedef {import('../libs/stack/state/stack.mjs').Stack} Stack
 * @typedef {import('../libs/stack/processes/ensure-running.mjs').ProcessSpec} ProcessSpec
 */

/** Processes of which a roll-out replaces one replica after the other. */
const REPLICATED = NODE_PROCESSES.filter(({ name, schema }) => name === 'gateway' || schema !== undefined);

/**
 * Opens the stack as load tests have it started: without production's time-outs a call that a restart delays
 * for seconds would end well here alone.
 * @param {Parameters<typeof openStack>[0]} [from] as of {@link openStack}
 */
export const openLoadStack = ({ env = process.env, ...from } = {}) =>
  openStack({ ...from, env: { LIMITS: 'load', TIMEOUTS: 'production', ...env } });

/**
 * Runs two replicas of the gateway and of every service of a running stack, behind its nginx; `remove` leaves
 * one of each.
 * @param {Stack} stack
 * @param {string[]} [only] names of the only processes to duplicate
 * @throws UserFacingError, before anything has changed, if one of them runs in another way than it would be
 *   started again
 */
export async function doubleStack(stack, only) {
  const all = nodeSpecs(stack, REPLICATED);
  requireUpToDate(stack, all);
  const first = all.filter(({ name }) => only?.includes(name) ?? true);
  const second = await secondReplicas(first);
  const doors = second.filter(({ env }) => env.PORT !== undefined);
  const ports = [stack.port(GATEWAY_PORT), ...doors.map(({ env }) => Number(env.PORT))];
  const site = publishSite(stack);
  await step('second replicas', () => runTogether(stack, second));
  await step('nginx asks both gateways', () => ensureRunning(stack, nginxSpec(stack, site, ports)));

  /**
   * @param {number[]} asked ports to use; nginx continues without a gap, since its old workers finish their
   *   requests
   */
  const askOnly = (asked) => {
    nginxSpec(stack, site, asked);
    const record = readRecord(stack.recordFile(WEB.name));
    if (record && isAlive(record)) process.kill(record.pid, 'SIGHUP');
  };
  return {
    pairs: first.map((spec, index) => [spec, second[index]].filter((one) => one !== undefined)),
    ports,
    askOnly,
    async remove() {
      await step('back to one replica', () => ensureRunning(stack, nginxSpec(stack, site)));
      await stopAll(
        stack,
        second.map(({ name }) => name),
      );
    },
  };
}

/** @param {Stack} stack @param {ProcessSpec[]} specs */
function requireUpToDate(stack, specs) {
  const others = specs.filter((spec) => !isUpToDate(stack, spec)).map(({ name }) => name);
  if (others.length > 0)
    throw new UserFacingError('A restart would replace what runs by something else.', [
      `With other variables or other code, or not at all: ${others.join(', ')}`,
      'First: LIMITS=load TIMEOUTS=production make up; any further variable of it is needed here, too.',
    ]);
}
