// @ts-check
import { WAL_RECEIVER } from '../topology.mjs';

/** @typedef {import('../state/stack.mjs').Stack} Stack */

/**
 * Returns the folder in which WAL is received, preferably on another disk; undefined if this is not
 * configured.
 * @param {Stack} stack
 * @returns {string | undefined}
 */
export const walFolder = ({ env }) => env.WAL_TO || undefined;

/**
 * Returns the settings that make Postgres wait for the receiver: a commit is acknowledged once the receiver
 * has written it to its disk.
 * @param {Stack} stack
 * @returns {Record<string, string>}
 */
export const synchronousSettings = (stack) =>
  walFolder(stack) === undefined ? {} : { synchronous_standby_names: `ANY 1 ("${WAL_RECEIVER.name}")` };
