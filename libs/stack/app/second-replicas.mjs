// @ts-check
import { findFreeBase } from '../machine/ports.mjs';
import { httpProbe } from '../processes/probes.mjs';

/** @typedef {import('../processes/ensure-running.mjs').ProcessSpec} ProcessSpec */

const ENDING = '-2';
const FIRST_PORT = 26_080;

/**
 * Returns the same processes under other names (`auth-2`), each on two ports of its own.
 * @param {ProcessSpec[]} specs
 * @returns {Promise<ProcessSpec[]>}
 */
export async function secondReplicas(specs) {
  const base = await findFreeBase(FIRST_PORT, 2 * specs.length);
  return specs.map((spec, index) => secondOf(spec, base + 2 * index));
}

/** @param {string} name of a replica @returns {string} the name of the first replica */
export const firstReplicaOf = (name) => (name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : name);

/** @param {ProcessSpec} spec @param {number} health @returns {ProcessSpec} */
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
