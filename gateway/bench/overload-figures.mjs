// @ts-check

/** @typedef {import('./offer.mjs').Offered} Offered */
/** @typedef {import('../../libs/stack/bench/cpu.mjs').CpuTimes} CpuTimes */

/** A second is as usual when its p99 is at most this multiple of the usual p99. */
const USUAL_FACTOR = 1.5;
const MIN_USUAL_P99_MS = 20;
/** And when this share of what was due in it was settled: what is lost or rejected has no response time. */
const USUAL_SHARE = 0.99;

/**
 * Returns the seconds until a load is settled as usual, and stays so.
 * @param {Pick<Offered, 'bySecond'>} recovery
 * @param {Pick<Offered, 'bySecond'>} usual the same load on a quiet day
 * @param {number} offered of both, a second
 * @returns {number} Infinity if it never is
 */
export function secondsUntilUsual({ bySecond }, usual, offered) {
  const maxP99 = Math.max(MIN_USUAL_P99_MS, USUAL_FACTOR * Math.max(...usual.bySecond.map(({ p99 }) => p99)));
  const after =
    bySecond.findLastIndex(({ settled, p99 }) => settled < USUAL_SHARE * offered || p99 > maxP99) + 1;
  return after < bySecond.length ? after : Infinity;
}

/**
 * Returns what a row cost, by all that was used between two readings: they are further apart than the load
 * lasts, which has to be connected before and waits for its last responses.
 * @param {{ before: CpuTimes, after: CpuTimes, machineUs: number, elapsedMs: number, driven: Pick<Offered,
 *   'cpuUs' | 'settledInAll'> }} read of which `load` is this process, which probes
 * @returns {{ cpu: Record<string, number>, cpuUsOfATip: number }} `cpu` in percent of a core
 */
export function usageOf({ before, after, machineUs, elapsedMs, driven }) {
  const { load: probes = 0, ...processes } = Object.fromEntries(
    Object.entries(after).map(([name, us]) => [name, us - (before[name] ?? 0)]),
  );
  const ours = { ...processes, probes, load: driven.cpuUs };
  const all = Object.values(ours).reduce((sum, us) => sum + us, 0);
  const percents = Object.entries({ ...ours, others: machineUs - all }).map(([name, us]) => [
    name,
    us / elapsedMs / 10,
  ]);
  return { cpu: Object.fromEntries(percents), cpuUsOfATip: all / driven.settledInAll };
}
