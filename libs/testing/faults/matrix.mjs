// @ts-check
import { UserFacingError } from '../../stack/machine/user-facing-error.mjs';

/**
 * Target of a fault.
 * @typedef {object} Component
 * @property {string[]} processes that are killed and stopped; of those that run twice the first replica
 * @property {'one' | 'all'} replicas whose links a fault of links strikes
 * @property {'its own' | 'to it'} links those that lead from and to these processes, or all that lead to them
 * @property {import('./load.mjs').Kind[]} spares what must go on as if nothing were, whatever happens to it
 */

/** @typedef {typeof LINK_FAULTS[number]} LinkFault */
/** @typedef {{ name: string, component: string, fault: string }} Cell */

export const LINK_FAULTS = /** @type {const} */ (['blackhole', 'latency', 'reset', 'garbage']);
const FAULTS = /** @type {const} */ (['kill', 'stop', ...LINK_FAULTS]);
/** Faults of a clock. */
const CLOCK_FAULTS = /** @type {const} */ (['ahead', 'behind', 'apart', 'seconds', 'fast', 'back-and-forth']);

/**
 * A fault strikes the process of this name, all its replicas, and the links of its own, unless it says otherwise.
 * @type {Record<string, Partial<Component>>}
 */
const COMPONENTS = {
  gateway: { replicas: 'one' },
  'tipping-ledger': {},
  posts: {},
  auth: {},
  'wallet-chain-watcher': { spares: ['tip', 'read'] },
  'ai-and-giveaway': {
    processes: ['ai-drafting', 'giveaway'],
    spares: ['tip', 'read', 'deposit', 'sign-in'],
  },
  nats: { links: 'to it' },
  postgres: { links: 'to it' },
  redis: { links: 'to it' },
  'chain-rpc': { processes: ['solana-stand-in'], links: 'to it', spares: ['tip', 'read', 'sign-in'] },
  openai: { processes: ['openai-stand-in'], links: 'to it', spares: ['tip', 'read', 'deposit', 'sign-in'] },
  prices: { processes: ['price-stand-in'], links: 'to it', spares: ['tip', 'read', 'deposit', 'sign-in'] },
  clock: { processes: [] },
};

/** @param {Cell} cell @returns {Component} */
export const componentOf = ({ component }) => ({
  ...{ processes: [component], replicas: 'all', links: 'its own', spares: [] },
  ...COMPONENTS[component],
});

/** All 78 cells; those of the clock come last because they need other processes. @type {Cell[]} */
export const CELLS = Object.keys(COMPONENTS).flatMap((component) =>
  (component === 'clock' ? CLOCK_FAULTS : FAULTS).map((fault) => ({
    name: `${component}/${fault}`,
    component,
    fault,
  })),
);

/** Cells for each run of all tests: one of each component, and every fault at least once. */
const SAMPLE = [
  ...['gateway/kill', 'tipping-ledger/kill', 'posts/reset', 'auth/blackhole', 'wallet-chain-watcher/latency'],
  ...['ai-and-giveaway/stop', 'nats/blackhole', 'postgres/kill', 'redis/stop', 'chain-rpc/garbage'],
  ...['openai/reset', 'prices/garbage', 'clock/apart'],
];

/**
 * @param {string | undefined} words names of cells (`nats/kill`), components (`nats`) or faults (`kill`) with
 *   commas between; `sample`; nothing for all
 * @returns {Cell[]} in the matrix's order
 */
export function chooseCells(words) {
  if (!words) return CELLS;
  const wanted = words === 'sample' ? SAMPLE : words.split(',').map((word) => word.trim());
  const matches = (/** @type {Cell} */ { name, component, fault }, /** @type {string} */ word) =>
    [name, component, fault].includes(word);
  const unknown = wanted.filter((word) => !CELLS.some((cell) => matches(cell, word)));
  if (unknown.length > 0)
    throw new UserFacingError(`There is no cell "${unknown.join(', ')}".`, [
      `Components: ${Object.keys(COMPONENTS).join(', ')}`,
      `Faults: ${FAULTS.join(', ')}; of the clock: ${CLOCK_FAULTS.join(', ')}`,
    ]);
  return CELLS.filter((cell) => wanted.some((word) => matches(cell, word)));
}
