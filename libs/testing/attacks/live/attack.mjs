// @ts-check

/** @typedef {import('./world.mjs').World} World */

/** @typedef {(world: World, tries: Tries) => Promise<void>} LiveAttack an attack that is carried out on the running stack */

/** What was tried, and what of it got through. */
export class Tries {
  tried = 0;
  /** @type {string[]} */
  gotThrough = [];

  /**
   * @param {boolean} held whether the control held
   * @param {string} attempt in words, for the table of what did not
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
 * Does the same for each of a list, a few at once.
 * @template Item
 * @template Result
 * @param {readonly Item[]} items
 * @param {(item: Item, index: number) => Promise<Result>} work
 * @param {number} [atOnce]
 * @returns {Promise<Result[]>}
 */
export async function forEach(items, work, atOnce = 8) {
  /** @type {Result[]} */
  const results = [];
  const waiting = [...items.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      results[next[0]] = await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}

/**
 * @template Item
 * @param {number} count
 * @param {(index: number) => Item} make
 * @returns {Item[]}
 */
export const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));
