// @ts-check
import { nodeSpecs } from '../libs/stack/app/node-specs.mjs';
import { secondReplicas } from '../libs/stack/app/second-replicas.mjs';
import { publishSite } from '../libs/stack/app/site.mjs';
import { step } from '../libs/stack/machine/progress.mjs';
import { ensureRunning } from '../libs/stack/processes/ensure-running.mjs';
import { isAlive, readRecord } from '../libs/stack/processes/record.mjs';
import { runTogether } from '../libs/stack/processes/run-together.mjs';
import { stopAll } from '../libs/stack/processes/stop-all.mjs';
import { nginxSpec } from '../libs/stack/servers/nginx.mjs';
import { GATEWAY_PORT, NODE_PROCESSES, WEB } from '../libs/stack/topology.mjs';

/**
 * @typedef {import('../libs/stack/state/stack.mjs').Stack} Stack
 * @typedef {import('../libs/stack/processes/ensure-running.mjs').ProcessSpec} ProcessSpec
 */

/**
 * Runs two replicas of the gateway and of every service of a running stack, behind its nginx; `remove` leaves
 * one of each.
 * @param {Stack} stack
 * @param {string[]} [only] names of the only processes to duplicate
 */
export async function doubleStack(stack, only) {
  const ours = NODE_PROCESSES.filter(
    ({ name, schema }) => (name === 'gateway' || schema !== undefined) && (only?.includes(name) ?? true),
  );
  const first = nodeSpecs(stack, ours);
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
