// @ts-check
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SERVERS, WAL_RECEIVER, WEB } from '../topology.mjs';
import { isAlive, readRecord } from './record.mjs';
import { stopProcess } from './stop.mjs';

/** @typedef {import('../state/stack.mjs').Stack} Stack */

const isServer = (/** @type {string} */ name) => SERVERS.some((server) => server.name === name);

/**
 * Returns every process that this stack has a record of, including those that the topology no longer
 * contains.
 * @param {Stack} stack
 * @returns {string[]}
 */
export function recordedNames(stack) {
  const files = readdirSync(join(stack.state, 'run')).filter((file) => file.endsWith('.pid'));
  return files.map((file) => file.slice(0, -'.pid'.length));
}

/**
 * Returns the reverse order of starting: nginx first, then our processes, the servers they need, and last the
 * receiver of the database's WAL.
 * @param {string[]} names
 * @returns {string[][]} groups to stop one after the other, each group at once
 */
export function stopOrder(names) {
  const groups = [
    names.filter((name) => name === WEB.name),
    names.filter((name) => name !== WEB.name && name !== WAL_RECEIVER.name && !isServer(name)),
    names.filter(isServer),
    names.filter((name) => name === WAL_RECEIVER.name),
  ];
  return groups.filter((group) => group.length > 0);
}

/** @param {Stack} stack @param {string[]} [names] @returns {Promise<{ name: string, result: string }[]>} */
export async function stopAll(stack, names = recordedNames(stack)) {
  const results = [];
  for (const group of stopOrder(names)) {
    const stopped = group.map(async (name) => ({ name, result: await stopProcess(stack.recordFile(name)) }));
    results.push(...(await Promise.all(stopped)));
  }
  return results;
}

/**
 * Cleans up after crashed processes: workers that outlived their master still hold its port.
 * @param {Stack} stack
 */
export async function clearDead(stack) {
  const isDead = (/** @type {string} */ name) => !isAlive(readRecord(stack.recordFile(name)));
  await stopAll(stack, recordedNames(stack).filter(isDead));
}
