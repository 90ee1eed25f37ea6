// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** @typedef {Omit<import('./mutate.mjs').Mutant, 'file' | 'test' | 'to'> & { to?: string }} Bug */

const FOLDER = new URL('.', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));

/**
 * Lists of mutants, by the names that `LIST=` accepts: each is a file, in which the bugs stand by the file of the
 * code and that of the tests. A bug without `to` removes its text.
 * @type {Record<string, readonly import('./mutate.mjs').Mutant[]>}
 */
export const LISTS = Object.fromEntries(FILES.map((name) => [name.replace('.yaml', ''), mutantsIn(name)]));

/** @param {string} name */
function mutantsIn(name) {
  /** @type {Record<string, Record<string, Bug[]>>} */
  const byFile = parse(readFileSync(new URL(name, FOLDER), 'utf8'));
  return Object.entries(byFile).flatMap(([file, byTest]) =>
    Object.entries(byTest).flatMap(([test, bugs]) => bugs.map((bug) => ({ file, test, to: '', ...bug }))),
  );
}
