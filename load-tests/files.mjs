// @ts-check
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {import('../libs/stack/state/stack.mjs').Stack} Stack */

export const JOURNEYS = fileURLToPath(new URL('journeys', import.meta.url));

/** @param {Stack} stack the stack, which stores the tokens and the results of load tests */
export const loadFolder = (stack) => join(stack.state, 'load');

/**
 * Returns the file with tokens of signed-in members: TOKENS_FILE, or that of the last `make load-seed`.
 * @param {Stack} stack
 */
export const tokensFile = (stack) => stack.env.TOKENS_FILE || join(loadFolder(stack), 'tokens.json');

/** Makes a run: its start time, and eight hex digits as the prefix of its keys. */
export function newRun() {
  const since = new Date();
  return {
    since,
    run: Math.floor(since.getTime() / 1000)
      .toString(16)
      .padStart(8, '0'),
  };
}
