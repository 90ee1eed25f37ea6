// @ts-check
import { join } from 'node:path';

/** @typedef {import('../libs/stack/state/stack.mjs').Stack} Stack */

/** @param {Stack} stack where it keeps the tokens and the results of load tests */
export const loadFolder = (stack) => join(stack.state, 'load');

/**
 * Tokens of members who are signed in: of TOKENS_FILE, or of the last `make load-seed`.
 * @param {Stack} stack
 */
export const tokensFile = (stack) => stack.env.TOKENS_FILE || join(loadFolder(stack), 'tokens.json');

/** A run's time, and the eight hex digits that its keys begin with. */
export function newRun() {
  const since = new Date();
  return {
    since,
    run: Math.floor(since.getTime() / 1000)
      .toString(16)
      .padStart(8, '0'),
  };
}
