// @ts-check
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { httpProbe } from '../processes/probes.mjs';
import { baseEnvironment } from '../servers/base-environment.mjs';
import { GATEWAY_PORT, NODE_PROCESSES } from '../topology.mjs';
import { filesBelow, fingerprintByContent } from './fingerprint.mjs';

/**
 * @typedef {import('../state/stack.mjs').Stack} Stack
 * @typedef {import('../topology.mjs').NodeProcess} NodeProcess
 */

const HEAP_MB = 256;
const STARTS_WITHIN_MS = 90_000;

/**
 * The whole environment of one of our processes.
 * @param {Stack} stack
 * @param {NodeProcess} process
 * @returns {Record<string, string>}
 */
export function environmentOf(stack, { wiring, settings, passes = [], healthPort }) {
  const names = [...Object.keys(settings), ...passes];
  const chosen = names.flatMap((name) => (stack.env[name] ? [[name, stack.env[name]]] : []));
  return {
    ...baseEnvironment(stack.env),
    NODE_ENV: 'production',
    // Without a limit V8 lets garbage grow to gigabytes; the whole stack is to idle below 1.5 GiB.
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
    ...settings,
    ...Object.fromEntries(chosen),
    ...wiring(stack),
    HEALTH_PORT: String(stack.port(healthPort)),
  };
}

/** @param {string} name */
const decidesHowItRuns = (name) => !/\.(tsbuildinfo|d\.ts|map)$/.test(name);

/** @param {string} base */
const codeBelow = (base, paths = [join(base, 'dist')]) =>
  fingerprintByContent(base, filesBelow(paths, decidesHowItRuns));

/**
 * What every process runs besides its own folder: the built libraries and the installed packages.
 * @param {string} checkout
 */
function sharedCode(checkout) {
  const libraries = readdirSync(join(checkout, 'libs')).map((name) => join(checkout, 'libs', name, 'dist'));
  return codeBelow(checkout, [...libraries, join(checkout, 'package-lock.json')]);
}

/**
 * @param {Stack} stack
 * @param {NodeProcess[]} [processes]
 * @returns {import('../processes/ensure-running.mjs').ProcessSpec[]}
 */
export function nodeSpecs(stack, processes = NODE_PROCESSES) {
  const shared = sharedCode(stack.checkout);
  return processes.map((entry) => {
    const cwd = join(stack.checkout, entry.folder);
    const healthPort = stack.port(entry.healthPort);
    return {
      name: entry.name,
      command: process.execPath,
      args: ['dist/main.js'],
      cwd,
      env: environmentOf(stack, entry),
      stopSignal: 'SIGTERM',
      content: shared + codeBelow(cwd),
      ports: entry.name === 'gateway' ? [healthPort, stack.port(GATEWAY_PORT)] : [healthPort],
      probe: httpProbe(`http://127.0.0.1:${healthPort}/health/ready`),
      readyWithinMs: STARTS_WITHIN_MS,
    };
  });
}
