// @ts-check
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { httpProbe } from '../processes/probes.mjs';
import { baseEnvironment } from '../servers/base-environment.mjs';
import { ownProcesses } from '../state/stack.mjs';
import { filesBelow, fingerprintByContent } from './fingerprint.mjs';

/**
 * @typedef {import('../state/stack.mjs').Stack} Stack
 * @typedef {import('../topology.mjs').NodeProcess} NodeProcess
 */

const HEAP_MB = 256;
/** Variables of tracing; every process exports traces if the environment names a collector. */
const TRACING = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG'];
/**
 * Size of V8's young generation between two minor collections: the default of 16 MB cost the gateway a fifth
 * of its time.
 */
const SEMI_SPACE_MB = 64;
const STARTS_WITHIN_MS = 90_000;

/**
 * Returns the whole environment of one of our processes.
 * @param {Stack} stack
 * @param {NodeProcess} process
 * @returns {Record<string, string>}
 */
export function environmentOf(stack, { wiring, settings, passes = [], healthPort }) {
  const passed = passes.flatMap((name) => namesLike(name, stack.env));
  const names = [...Object.keys(settings), ...passed, ...TRACING];
  const chosen = names.flatMap((name) => (stack.env[name] ? [[name, stack.env[name]]] : []));
  return {
    ...baseEnvironment(stack.env),
    NODE_ENV: 'production',
    // Without a limit V8 lets garbage grow to gigabytes; the idle stack must stay below 1.5 GiB.
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB} --max-semi-space-size=${SEMI_SPACE_MB}`,
    ...settings,
    ...Object.fromEntries(chosen),
    ...wiring(stack),
    // `make up` always starts a laptop's stack, whatever it connects to; it is never used in production.
    ENVIRONMENT: 'development',
    HEALTH_PORT: String(stack.port(healthPort)),
    HEALTH_HOST: '127.0.0.1',
  };
}

/**
 * Returns the name itself, or, if it ends with a star, the environment's names with that prefix.
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env
 */
function namesLike(name, env) {
  if (!name.endsWith('*')) return [name];
  return Object.keys(env).filter((each) => each.startsWith(name.slice(0, -1)));
}

/** @param {string} name */
const decidesHowItRuns = (name) => !/\.(tsbuildinfo|d\.ts|map)$/.test(name);

/** @param {string} base */
const codeBelow = (base, paths = [join(base, 'dist')]) =>
  fingerprintByContent(base, filesBelow(paths, decidesHowItRuns));

/**
 * Returns the code that every process runs besides its own folder: the built libraries and the installed
 * packages.
 * @param {string} checkout
 */
function sharedCode(checkout) {
  const libraries = [...readdirSync(join(checkout, 'libs')), 'stand-ins/kit'].map((name) =>
    join(checkout, 'libs', name, 'dist'),
  );
  return codeBelow(checkout, [...libraries, join(checkout, 'package-lock.json')]);
}

/**
 * @param {Stack} stack
 * @param {NodeProcess[]} [processes]
 * @returns {import('../processes/ensure-running.mjs').ProcessSpec[]}
 */
export function nodeSpecs(stack, processes = ownProcesses(stack)) {
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
      ports: [entry.healthPort, ...(entry.ports ?? [])].map(stack.port),
      probe: httpProbe(`http://127.0.0.1:${healthPort}/health/ready`),
      readyWithinMs: STARTS_WITHIN_MS,
    };
  });
}
