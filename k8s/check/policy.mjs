// Rules for every overlay, beyond what an API validates; each is in the file of its subject.
import { DATABASE } from './rules/database.mjs';
import { NETWORK } from './rules/network.mjs';
import { PODS } from './rules/pods.mjs';
import { ROLL_OUT } from './rules/roll-out.mjs';
import { SERVERS } from './rules/servers.mjs';

/** @typedef {import('./rules/objects.mjs').Resource} Resource */
/** @typedef {import('./rules/objects.mjs').Rule} Rule */

/** @type {Record<string, Rule>} */
export const RULES = { ...PODS, ...NETWORK, ...DATABASE, ...ROLL_OUT, ...SERVERS };

/**
 * @param {Resource[]} objects
 * @param {string} overlay its name
 * @returns {string[]} one line for each breach of a rule
 */
export function complaintsAbout(objects, overlay) {
  return Object.entries(RULES).flatMap(([rule, judge]) =>
    judge(objects, overlay).map((line) => `[${rule}] ${line}`),
  );
}
