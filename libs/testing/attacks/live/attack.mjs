// @ts-check
import { inParallel } from '../../dist/in-parallel.js';

/** @typedef {import('./world.mjs').World} World */

/**
 * @typedef {Record<`T${number}: ${string}`, (world: World, tries: Tries) => Promise<void>>} LiveAttacks attacks
 *   that are carried out on the running stack, by threat and what an attacker does
 */

/** Counts the attempts, and records those that got through. */
export class Tries {
  tried = 0;
  /** @type {string[]} */
  gotThrough = [];

  /**
   * @param {boolean} held whether the control held
   * @param {string} attempt description for the table of those that got through
   */
  expect(held, attempt) {
    this.tried += 1;
    if (!held) this.gotThrough.push(attempt);
  }

  /**
   * @param {number} status of an HTTP response
   * @param {string} attempt
   */
  rejected(status, attempt) {
    this.expect(status >= 400 && status < 500, `${attempt}: ${status}`);
  }
}

/**
 * Runs `work` for each item of a list, a few at once.
 * @template Item
 * @template Result
 * @param {readonly Item[]} items
 * @param {(item: Item, index: number) => Promise<Result>} work
 * @param {number} [atOnce]
 */
export const forEach = (items, work, atOnce = 8) => inParallel(items, atOnce, work);

/**
 * @template Item
 * @param {number} count
 * @param {(index: number) => Item} make
 * @returns {Item[]}
 */
export const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));
