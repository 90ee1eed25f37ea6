// @ts-check
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHECKOUT } from '../../stack/state/stack-folder.mjs';
import { outcomesOfPlaywright, outcomesOfTap, outcomesOfVitest } from '../run-all/outcomes.mjs';
import { runStreaming, stopRunning } from '../run-all/run-streaming.mjs';
import {
  testEnvironment,
  withFullStack,
  withProductionTimeouts,
  withServers,
} from '../run-all/test-stacks.mjs';
import { vitestCommand } from '../run-all/vitest-command.mjs';
import { withProductionStack } from './production-stack.mjs';

/**
 * @typedef {import('./catalogue.mjs').Attack} Attack
 * @typedef {import('../run-all/outcomes.mjs').Outcome} Outcome
 * @typedef {Record<string, string>} Variables
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

/** @param {string} file */
const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** Reads and removes the report of a run, so that no later run uses it. @param {string} file */
function takeReport(file) {
  const report = readReport(file) ?? { testResults: [] };
  rmSync(file, { force: true });
  return report;
}

/** Returns a pattern that runs only the named tests of a file. @param {Attack[]} attacks */
const patternOf = (attacks) => attacks.map(({ name = '' }) => name.replaceAll(/[^\w ]/g, '.')).join('|');
/** @param {Attack[]} attacks */
const filesOf = (attacks) => [...new Set(attacks.map(({ file = '' }) => file))];

/**
 * @param {string} report
 * @param {string[]} names
 * @returns {Promise<Record<string, { tried: number, gotThrough: string[] }>>}
 */
export async function runLive(report, names) {
  console.log('\n── live, on a stack in production settings ──');
  await withProductionStack((env) => runIn([process.execPath, LIVE, report, ...names], env));
  return readReport(report) ?? {};
}

/**
 * Runs the tests that the attacks name.
 * @param {string} reports
 * @param {Attack[]} attacks
 * @returns {Promise<Outcome[]>}
 */
export async function runTests(reports, attacks) {
  /** @type {Outcome[]} */
  const outcomes = [];
  for (const [part, run] of Object.entries(RUNNERS)) {
    const chosen = attacks.filter((attack) => attack.part === part);
    if (chosen.length === 0 || isStopped) continue;
    console.log(`\n── ${part} ──`);
    outcomes.push(...(await run(join(reports, `${part}.report`), chosen)));
  }
  return outcomes;
}

/**
 * Groups files that run as a whole, and single files with a pattern: one pattern applies to all files of a
 * run.
 * @param {Attack[]} attacks
 */
function groupsOf(attacks) {
  const whole = attacks.filter(({ name }) => name === '');
  const chosen = attacks.filter(({ name }) => name !== '');
  return [
    { files: filesOf(whole), pattern: '.' },
    { files: filesOf(chosen), pattern: `^(${patternOf(chosen)})` },
  ].filter(({ files }) => files.length > 0);
}

/** @type {Record<string, (report: string, attacks: Attack[]) => Promise<Outcome[]>>} */
const RUNNERS = {
  async services(report, attacks) {
    /** @type {Outcome[]} */
    const outcomes = [];
    await withServers(async (env) => {
      for (const { files, pattern } of groupsOf(attacks)) {
        const chosen = ['--maxWorkers=3', '--silent', '--testNamePattern', pattern, ...files];
        await runIn([...vitestCommand(report), ...chosen], env);
        outcomes.push(...outcomesOfVitest(takeReport(report)));
      }
      return 0;
    });
    return outcomes;
  },

  async launcher(report, attacks) {
    /** @type {Outcome[]} */
    const outcomes = [];
    for (const file of filesOf(attacks)) {
      const reporters = ['--test-reporter=tap', `--test-reporter-destination=${report}`];
      await runIn([process.execPath, '--test', ...reporters, file], {});
      if (existsSync(report)) outcomes.push(...outcomesOfTap(readFileSync(report, 'utf8'), file));
    }
    return outcomes;
  },

  async page(report, attacks) {
    /** @type {Outcome[]} */
    const outcomes = [];
    for (const { files, pattern } of groupsOf(attacks)) {
      const within = files.map((file) => file.replace(/^web\//, ''));
      await runIn([...vitestCommand(report), '--testNamePattern', pattern, ...within], {}, 'web');
      outcomes.push(...outcomesOfVitest(takeReport(report)));
    }
    return outcomes;
  },

  browser: (report, attacks) => runPlaywright('main', withFullStack, report, attacks),
  outages: (report, attacks) => runPlaywright('outages', withProductionTimeouts, report, attacks),
};

/**
 * @param {string} project of web/e2e/playwright.config.ts
 * @param {import('../run-all/test-stacks.mjs').Surround} surround
 * @param {string} report
 * @param {Attack[]} attacks
 */
async function runPlaywright(project, surround, report, attacks) {
  const words = ['npx', '--no-install', 'playwright', 'test', '--config=e2e', `--project=${project}`];
  const chosen = ['--reporter=line,json', '--grep', patternOf(attacks)];
  const files = filesOf(attacks).map((file) => file.replace(/^web\/e2e\//, ''));
  await surround((env) =>
    runIn([...words, ...chosen, ...files], { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, 'web'),
  );
  const read = readReport(report);
  return read === undefined ? [] : outcomesOfPlaywright(read);
}
