// @ts-check
import { quantiles } from './figures.mjs';
import { sendLoad } from './send-load.mjs';

/**
 * @typedef {object} Driven
 * @property {number} settled responses with the wanted status
 * @property {number} shed 429 and 503 with Retry-After
 * @property {number} rejected all other responses, and requests without one
 * @property {number} p50 milliseconds in which requests were settled, from when they were due
 * @property {number} p99
 */

/**
 * Sends a load and counts its results.
 * @param {number} port
 * @param {() => string} nextRequest
 * @param {{ seconds: number, connections: number, status: number, offered?: number }} options as of
 *   {@link sendLoad}
 * @returns {Promise<Driven>}
 */
export async function drive(port, nextRequest, options) {
  const { results, sent } = await sendLoad(port, nextRequest, options);
  const took = results.flatMap(({ outcome, dueAt, at }) => (outcome === 'settled' ? [at - dueAt] : []));
  const shed = results.filter(({ outcome }) => outcome === 'shed').length;
  const due = options.offered === undefined ? sent : Math.ceil(options.offered * options.seconds);
  return { settled: took.length, shed, rejected: due - took.length - shed, ...quantiles(took) };
}
