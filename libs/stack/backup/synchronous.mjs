// @ts-check
import { WAL_RECEIVER } from '../topology.mjs';

/** @typedef {import('../state/stack.mjs').Stack} Stack */

/**
 * Where the WAL is received, another disk at best, or nothing where nobody asked for that.
 * @param {Stack} stack
 * @returns {string | undefined}
 */
export const walFolder = ({ env }) => env.WAL_TO || undefined;

/**
 * What makes Postgres wait for the receiver: a commit is acknowledged once the receiver has written it to its disk.
 * @param {Stack} stack
 * @returns {Record<string, string>}
 */
export const synchronousSettings = (stack) =>
  walFolder(stack) === undefined ? {} : { synchronous_standby_names: `ANY 1 ("${WAL_RECEIVER.name}")` };
