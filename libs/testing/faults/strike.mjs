// @ts-check
import { firstReplicaOf } from '../../stack/app/second-replicas.mjs';
import { componentOf, LINK_FAULTS } from './matrix.mjs';

/**
 * @typedef {import('./matrix.mjs').Cell} Cell
 * @typedef {import('./fault-stack.mjs').FaultStack} FaultStack
 * @typedef {import('./matrix.mjs').LinkFault} LinkFault
 */

/** Share of a fault's time before a killed process is started again. */
const AWAY_SHARE = 1 / 3;

/**
 * Begins a cell's fault.
 * @param {FaultStack} stack
 * @param {Cell} cell
 * @param {number} forMs intended duration
 * @returns {{ hasStruck: () => boolean, end: () => string[] }} `end` returns a message if the fault affected
 *   nothing
 */
export function strike({ supervisor, links, clocks }, cell, forMs) {
  const { component, fault } = cell;
  const { processes, replicas, links: which } = componentOf(cell);
  if (component === 'clock') {
    clocks.set(fault);
    return atOnce(() => clocks.set(undefined));
  }
  if (fault === 'kill') {
    for (const name of processes) supervisor.kill(name);
    const release = () => processes.forEach((name) => supervisor.release(name));
    const timer = setTimeout(release, forMs * AWAY_SHARE);
    return atOnce(() => {
      clearTimeout(timer);
      release();
    });
  }
  if (fault === 'stop') {
    for (const name of processes) supervisor.stop(name);
    return atOnce(() => processes.forEach((name) => supervisor.continue(name)));
  }
  const isTheirs = (/** @type {string} */ name) =>
    processes.includes(replicas === 'one' ? name : firstReplicaOf(name));
  const struck = links.all.filter(({ from, to }) => isTheirs(to) || (which === 'its own' && isTheirs(from)));
  const linkFault = LINK_FAULTS.find((name) => name === fault);
  for (const { proxy } of struck) proxy.set(linkFault);
  const hasStruck = () => struck.some(({ proxy }) => proxy.struck > 0);
  return {
    hasStruck,
    end() {
      for (const { proxy } of struck) proxy.set(undefined);
      return hasStruck() ? [] : [`nothing went through a link of ${component}`];
    },
  };
}

/** A fault that strikes at once. @param {() => void} end */
const atOnce = (end) => ({
  hasStruck: () => true,
  end: () => {
    end();
    return [];
  },
});
