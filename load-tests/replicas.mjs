// @ts-check
import { nodeSpecs } from '../libs/stack/app/node-specs.mjs';
import { publishSite } from '../libs/stack/app/site.mjs';
import { findFreeBase } from '../libs/stack/machine/ports.mjs';
import { step } from '../libs/stack/machine/progress.mjs';
import { ensureRunning } from '../libs/stack/processes/ensure-running.mjs';
import { httpProbe } from '../libs/stack/processes/probes.mjs';
import { isAlive, readRecord } from '../libs/stack/processes/record.mjs';
import { runTogether } from '../libs/stack/processes/run-together.mjs';
import { stopAll } from '../libs/stack/processes/stop-all.mjs';
import { nginxSpec } from '../libs/stack/servers/nginx.mjs';
import { GATEWAY_PORT, NODE_PROCESSES, WEB } from '../libs/stack/topology.mjs';

/**
 * @typedef {import('../libs/stack/state/stack.mjs').Stack} Stack
 * @typedef {import('../libs/stack/processes/ensure-running.mjs').ProcessSpec} ProcessSpec
 */

const ENDING = '-2';
const FIRST_PORT = 26_080;

/**
 * The gateway and every service of a running stack, twice, behind its nginx; `remove` leaves one of each.
 * @param {Stack} stack
 * @param {string[]} [only] names of those that are wanted twice
 */
export async function doubleStack(stack, only) {
  const ours = NODE_PROCESSES.filter(
    ({ name, schema }) => (name === 'gateway' || schema !== undefined) && (only?.includes(name) ?? true),
  );
  const first = nodeSpecs(stack, ours);
  const base = await findFreeBase(FIRST_PORT, 2 * first.length);
  const second = first.map((spec, index) => secondOf(spec, base + 2 * index));
  const secondGateway = second.find(({ name }) => name === `gateway${ENDING}`);
  const ports = [stack.port(GATEWAY_PORT), ...(secondGateway ? [Number(secondGateway.env.PORT)] : [])];
  const site = publishSite(stack);
  await step('second replicas', () => runTogether(stack, second));
  await step('nginx asks both gateways', () => ensureRunning(stack, nginxSpec(stack, site, ports)));

  /** @param {number[]} asked nginx goes on without a gap: its old workers finish what they have */
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

/**
 * The same process under another name, on two ports of its own.
 * @param {ProcessSpec} spec
 * @param {number} health
 * @returns {ProcessSpec}
 */
function secondOf(spec, health) {
  const own = spec.env.PORT === undefined ? undefined : health + 1;
  return {
    ...spec,
    name: `${spec.name}${ENDING}`,
    env: { ...spec.env, HEALTH_PORT: String(health), ...(own !== undefined && { PORT: String(own) }) },
    ports: own === undefined ? [health] : [health, own],
    probe: httpProbe(`http://127.0.0.1:${health}/health/ready`),
  };
}
