// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHECKOUT } from '../../stack/state/stack-folder.mjs';
import { runStreaming, stopRunning } from '../run-all/run-streaming.mjs';
import { playwright, taps, vitest } from '../run-all/suites.mjs';
import {
  testEnvironment,
  withFullStack,
  withProductionTimeouts,
  withServers,
} from '../run-all/test-stacks.mjs';
import { withProductionStack } from './production-stack.mjs';

/**
 * @typedef {import('./catalogue.mjs').Attack} Attack
 * @typedef {import('../run-all/outcomes.mjs').Outcome} Outcome
 * @typedef {Record<string, string>} Variables
 * @typedef {Pick<import('../run-all/suites.mjs').Suite, 'folder' | 'command' | 'env' | 'outcomes'>} Runner
 *
 * @typedef {object} Part
 * @property {import('../run-all/test-stacks.mjs').Surround} surround
 * @property {(attacks: Attack[]) => Runner[]} runnersOf the commands that run their tests, and nothing else of their files
 */

const LIVE = fileURLToPath(new URL('live/main.mjs', import.meta.url));
const PART_MS = 60 * 60_000;

let isStopped = false;

/** Stops the running part and starts nothing more; its stack is taken down as usual. */
export function stopParts() {
  isStopped = true;
  stopRunning();
}

/** @param {string[]} words @param {Variables} added @param {string} [folder] */
async function runIn(words, added, folder = '.') {
  if (isStopped) return 1;
  return runStreaming(words, {
    cwd: join(CHECKOUT, folder),
    env: testEnvironment(process.env, { NODE_ENV: 'test', ...added }),
    timeoutMs: PART_MS,
  });
}

/**
 * @param {string} report
 * @param {string[]} names
 * @returns {Promise<Record<string, { tried: number, gotThrough: string[] }>>}
 */
export async function runLive(report, names) {
  console.log('\n── live, on a stack in production settings ──');
  await withProductionStack((env) => runIn([process.execPath, LIVE, report, ...names], env));
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
}

/**
 * Runs the tests that the attacks name.
 * @param {string} reports folder
 * @param {Attack[]} attacks
 * @returns {Promise<Outcome[]>}
 */
export async function runTests(reports, attacks) {
  /** @type {Outcome[]} */
  const outcomes = [];
  for (const [part, { surround, runnersOf }] of Object.entries(PARTS)) {
    const chosen = attacks.filter((attack) => attack.part === part);
    if (chosen.length === 0 || isStopped) continue;
    console.log(`\n── ${part} ──`);
    await surround(async (surroundings) => {
      for (const [index, { folder, command, env, outcomes: outcomesIn }] of runnersOf(chosen).entries()) {
        // A report of its own, so that none is read as another one's.
        const report = join(reports, `${part}-${index}.report`);
        await runIn(command(report), { ...surroundings, ...env?.(report) }, folder);
        if (existsSync(report)) outcomes.push(...outcomesIn(report));
      }
      return 0;
    });
  }
  return outcomes;
}

/** Returns a pattern that runs only the named tests of a file. @param {Attack[]} attacks */
const patternOf = (attacks) => attacks.map(({ name = '' }) => name.replaceAll(/[^\w ]/g, '.')).join('|');
/** Returns the files of attacks, relative to a folder that all are in. @param {Attack[]} attacks @param {string} folder */
const filesOf = (attacks, folder = '') => [
  ...new Set(attacks.map(({ file = '' }) => file.slice(folder.length))),
];

/**
 * Groups files that run as a whole, and single files with a pattern: one pattern applies to all files of a
 * run.
 * @param {Attack[]} attacks
 * @param {string} [folder]
 */
function groupsOf(attacks, folder) {
  const whole = attacks.filter(({ name }) => name === '');
  const chosen = attacks.filter(({ name }) => name !== '');
  return [
    ['--testNamePattern', '.', ...filesOf(whole, folder)],
    ['--testNamePattern', `^(${patternOf(chosen)})`, ...filesOf(chosen, folder)],
  ].filter((words) => words.length > 2);
}

/** @param {'main' | 'outages'} project @returns {(attacks: Attack[]) => Runner[]} */
const browser = (project) => (attacks) => {
  const suite = playwright(project);
  const words = ['--grep', patternOf(attacks), ...filesOf(attacks, 'web/e2e/')];
  return [{ ...suite, command: () => [...suite.command(), ...words] }];
};

/** @type {Record<string, Part>} */
const PARTS = {
  services: {
    surround: withServers,
    runnersOf: (attacks) =>
      groupsOf(attacks).map((words) => vitest('.', '--maxWorkers=3', '--silent', ...words)),
  },
  // A file each, since the report of node's runner does not say whose its tests are.
  launcher: {
    surround: (work) => work({}),
    runnersOf: (attacks) => filesOf(attacks).map((file) => taps(file)),
  },
  page: {
    surround: (work) => work({}),
    runnersOf: (attacks) => groupsOf(attacks, 'web/').map((words) => vitest('web', ...words)),
  },
  browser: { surround: withFullStack, runnersOf: browser('main') },
  outages: { surround: withProductionTimeouts, runnersOf: browser('outages') },
};
