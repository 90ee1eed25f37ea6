// @ts-check
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow } from '../../stack/app/fingerprint.mjs';
import { UserFacingError } from '../../stack/machine/user-facing-error.mjs';
import { CHECKOUT } from '../../stack/state/stack-folder.mjs';
import { withComposedStack } from './composed-stack.mjs';
import { outcomesOfPlaywright, outcomesOfTap, outcomesOfVitest } from './outcomes.mjs';
import {
  withDemoStack,
  withFaultStack,
  withFullStack,
  withProductionTimeouts,
  withReceivedStack,
  withServers,
} from './test-stacks.mjs';

/**
 * @typedef {object} Suite
 * @property {string} name used in ONLY=name
 * @property {string} title
 * @property {string} folder working folder of its command, relative to the checkout
 * @property {import('../../stack/machine/system-packages.mjs').PackageName[]} packages system packages it
 *   needs
 * @property {(report: string) => string[]} command words of its command, which writes the report
 * @property {(report: string) => Record<string, string>} [env] environment variables of the command
 * @property {(report: string) => import('./outcomes.mjs').Outcome[]} outcomes in its report
 * @property {import('./test-stacks.mjs').Surround} [surround]
 * @property {string} [beside] name of the next suite, if it runs beside this one, which leaves the processor idle for a
 *   part of the time
 * @property {boolean} [onlyByName] true for a long soak, which runs only when ONLY names it
 * @property {number} timeoutMs
 */

const MINUTE_MS = 60_000;
/** A machine may be three times slower than the one on which the longest suite takes 18 minutes. */
const SUITE_MS = 60 * MINUTE_MS;
const SOAK_MS = 120 * MINUTE_MS;

/** @type {Suite['packages']} */
const SERVERS = ['postgres', 'redis', 'nats'];
/** @type {Suite['packages']} */
const SITE = [...SERVERS, 'nginx'];

const ON_SERVERS = { packages: SERVERS, surround: withServers };
const SOAK = { timeoutMs: SOAK_MS, onlyByName: true };

const read = (/** @type {string} */ report) => JSON.parse(readFileSync(report, 'utf8'));

/**
 * Number of concurrent files: by default Node uses one less than there are cores, only one of two, although
 * most tests here wait.
 */
const FILES_AT_ONCE = Math.max(2, availableParallelism() - 1);

/** A suite of Node's own test runner for these files; its report does not say whose a test is. */
export const taps = (/** @type {string[]} */ ...files) => ({
  folder: '.',
  command: (/** @type {string} */ report) => [
    ...[process.execPath, '--test', `--test-concurrency=${FILES_AT_ONCE}`],
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...['--test-reporter=tap', `--test-reporter-destination=${report}`],
    ...files,
  ],
  outcomes: (/** @type {string} */ report) =>
    outcomesOfTap(readFileSync(report, 'utf8'), files.length === 1 ? files[0] : ''),
});

const REPORTER = fileURLToPath(new URL('vitest-report.mjs', import.meta.url));

/** A suite of Vitest for a folder; a pattern or files may follow. */
export const vitest = (/** @type {string} */ folder, /** @type {string[]} */ ...args) => ({
  folder,
  command: (/** @type {string} */ report) => [
    ...['npx', '--no-install', 'vitest', 'run', '--reporter=default', `--reporter=${REPORTER}`],
    ...[`--outputFile.json=${report}`, ...args],
  ],
  outcomes: (/** @type {string} */ report) => outcomesOfVitest(read(report)),
});

/** A suite of browser journeys; `projects` are those of web/e2e/playwright.config.ts. */
export const playwright = (/** @type {string[]} */ ...projects) => ({
  folder: 'web',
  command: () => [
    ...['npx', '--no-install', 'playwright', 'test', '--config=e2e', '--forbid-only'],
    ...['--reporter=list,json', ...projects.map((project) => `--project=${project}`)],
    // A soak runs one project without those that would come before it.
    ...(projects.includes('main') ? [] : ['--no-deps']),
  ],
  env: (/** @type {string} */ report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
  outcomes: (/** @type {string} */ report) => outcomesOfPlaywright(read(report)),
});

/**
 * @param {Record<string, string>} variables
 * @returns {Pick<Suite, 'folder' | 'packages' | 'command' | 'env' | 'outcomes' | 'surround'>}
 */
const faultMatrix = (variables) => ({
  ...taps('libs/testing/faults/main.mjs'),
  packages: [...SITE, 'faketime'],
  env: () => variables,
  surround: withFaultStack,
});

/** @type {Suite[]} */
const SUITES = [
  {
    name: 'launcher',
    title: 'stack launcher',
    timeoutMs: SUITE_MS,
    packages: ['postgres', 'redis', 'nginx', 'promtool'],
    ...taps(...launcherTests()),
  },
  {
    name: 'services',
    title: 'libraries, services and gateway',
    timeoutMs: SUITE_MS,
    ...ON_SERVERS,
    // More than the cores of a small machine, because many of these tests wait for a timeout, a lease or a
    // restart.
    ...vitest('.', '--maxWorkers=4'),
  },
  {
    name: 'simulation',
    title: 'services on a seeded clock, network and faults',
    timeoutMs: SUITE_MS,
    // Both do the same whatever time it takes.
    beside: 'fuzz',
    ...ON_SERVERS,
    ...taps('libs/simulation/test/reproduction.test.mjs', 'libs/simulation/test/simulate.test.mjs'),
  },
  {
    name: 'fuzz',
    title: 'calls made up from the description of the API',
    // A run for a number of calls ends by that number, not by the time of `make test`.
    timeoutMs: process.env.FUZZ_CALLS ? SOAK_MS : SUITE_MS,
    packages: [...SITE, 'python'],
    ...taps('libs/testing/fuzz/main.mjs'),
    surround: withDemoStack,
  },
  {
    name: 'browser',
    title: 'browser against the whole stack',
    timeoutMs: SUITE_MS,
    packages: [...SITE, 'chromium'],
    ...playwright('main', 'long'),
    surround: withFullStack,
  },
  {
    name: 'outages',
    title: 'browser while a process stands still',
    timeoutMs: SUITE_MS,
    packages: [...SITE, 'chromium'],
    ...playwright('outages'),
    surround: withProductionTimeouts,
    beside: 'web',
  },
  { name: 'web', title: 'page', timeoutMs: SUITE_MS, packages: [], ...vitest('web') },
  {
    name: 'faults',
    title: 'a sample of what can go wrong, under load',
    timeoutMs: SUITE_MS,
    ...faultMatrix({ CELLS: 'sample', FAULT_SECONDS: '3', FAULT_RATE: '30' }),
  },
  {
    name: 'fault-matrix',
    title: 'each component, each fault, under load',
    timeoutMs: 2 * SOAK_MS,
    ...faultMatrix({}),
    onlyByName: true,
  },
  {
    name: 'compose',
    title: 'browser against the composed stack, restarts of its containers, backup and restore',
    timeoutMs: SUITE_MS,
    packages: ['chromium'],
    ...playwright('composed'),
    surround: withComposedStack,
    onlyByName: true,
  },
  {
    name: 'drill',
    title: 'the loss of a database under load',
    timeoutMs: SUITE_MS,
    packages: SITE,
    ...taps('load-tests/drill.mjs'),
    surround: withReceivedStack,
    onlyByName: true,
  },
  {
    name: 'soak-feed',
    title: 'a feed of very many posts',
    ...SOAK,
    packages: [...SITE, 'chromium'],
    ...playwright('long'),
    surround: withFullStack,
  },
  {
    name: 'simulate',
    title: 'services on a seeded clock, for as long as asked for',
    ...SOAK,
    ...ON_SERVERS,
    ...taps('libs/simulation/test/simulate.test.mjs'),
  },
  {
    name: 'soak-ledger',
    title: 'the ledger against its model, for long',
    ...SOAK,
    ...ON_SERVERS,
    ...vitest('.', '--maxWorkers=2', 'services/tipping-ledger/test/model'),
  },
  {
    name: 'soak-events',
    title: 'events at a high rate, for long',
    ...SOAK,
    ...ON_SERVERS,
    ...vitest('.', 'libs/service-kit/test/event-soak.test.ts'),
  },
  {
    name: 'mutants',
    title: 'planted bugs, each of which a named test must catch',
    ...SOAK,
    ...ON_SERVERS,
    ...taps('libs/testing/mutants/main.mjs'),
  },
];

function launcherTests() {
  const parts = [
    'libs/stack',
    'gateway/bench',
    'services/tipping-ledger/bench',
    'libs/testing/run-all',
    'libs/testing/attacks',
    'libs/testing/fuzz',
    'libs/testing/mutation-score',
    'libs/testing/mutants',
    'libs/testing/faults',
    'k8s/check',
    'monitoring',
    'docker',
    'load-tests',
  ];
  const folders = parts.map((name) => join(CHECKOUT, name));
  return filesBelow(folders).filter((file) => file.endsWith('.test.mjs'));
}

/**
 * @param {string | undefined} only names separated by commas; undefined for all
 * @returns {Suite[]}
 */
export function chooseSuites(only) {
  if (!only) return SUITES.filter(({ onlyByName }) => !onlyByName);
  const names = only.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !SUITES.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    const known = SUITES.map(({ name }) => name).join(', ');
    throw new UserFacingError(`There is no suite "${unknown.join(', ')}"; there are: ${known}.`);
  }
  return SUITES.filter(({ name }) => names.includes(name));
}

/**
 * Returns the suites in groups, which follow one another; those of a group run at once.
 * @param {readonly Suite[]} suites
 * @returns {Suite[][]}
 */
export function inGroups(suites) {
  /** @type {Suite[][]} */
  const groups = [];
  for (const suite of suites) {
    const last = groups.at(-1);
    if (last?.at(-1)?.beside === suite.name) last.push(suite);
    else groups.push([suite]);
  }
  return groups;
}
