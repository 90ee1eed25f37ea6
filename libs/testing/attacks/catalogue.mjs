// Every attack, and the named test that carries it out, or the live ones, which name their threat themselves.
// T1 to T25 are the threats of the README.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { LIVE_ATTACKS } from './live/live-attacks.mjs';

/**
 * @typedef {object} Attack
 * @property {string} threat
 * @property {string} words what an attacker does
 * @property {'live' | 'services' | 'launcher' | 'page' | 'browser' | 'outages'} part which runner carries it
 *   out
 * @property {string} [file] path of the tests, relative to the checkout
 * @property {string} [name] prefix of the full names of the tests, each of which counts as a try
 */

/**
 * By threat and words: the file, and after a › the beginning of the names unless all of its tests count.
 * @type {Record<string, Record<string, string>>}
 */
const BY_THREAT = parse(readFileSync(new URL('catalogue.yaml', import.meta.url), 'utf8'));

/** @param {string} file @returns {Attack['part']} */
function partOf(file) {
  if (file.startsWith('web/e2e/outages/')) return 'outages';
  if (file.startsWith('web/e2e/')) return 'browser';
  if (file.startsWith('web/')) return 'page';
  return file.endsWith('.test.mjs') ? 'launcher' : 'services';
}

/** @type {Attack[]} */
const LIVE = LIVE_ATTACKS.map(([attack]) => {
  const [threat = '', words = ''] = attack.split(/: (.*)/);
  return { threat, words, part: 'live' };
});

/** @type {readonly Attack[]} */
export const ATTACKS = Object.entries(BY_THREAT).flatMap(([threat, attacks]) => [
  ...LIVE.filter((attack) => attack.threat === threat),
  ...Object.entries(attacks).map(([words, test]) => {
    const [file = '', name = ''] = test.split(' › ');
    return { threat, words, part: partOf(file), file, name };
  }),
]);
