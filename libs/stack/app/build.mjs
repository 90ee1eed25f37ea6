// @ts-check
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runOrFail } from '../machine/run.mjs';
import { NODE_PROCESSES, WEB } from '../topology.mjs';
import { filesBelow, fingerprintByTime } from './fingerprint.mjs';

const SOURCE_FOLDERS = ['libs', 'gateway', 'services', WEB.folder];
const SOURCE_FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.base.json'];
// Excludes the outputs of a build and files that it never reads.
const NOT_SOURCE = /^(node_modules|dist.*|coverage|test|e2e|k8s|stack|run-all|\..*|.*\.tsbuildinfo|.*\.md)$/;

/** @param {string} checkout */
function sourceFingerprint(checkout) {
  const paths = [...SOURCE_FOLDERS, ...SOURCE_FILES].map((name) => join(checkout, name));
  return fingerprintByTime(filesBelow(paths, (name) => !NOT_SOURCE.test(name)));
}

/** @param {string} checkout */
function isBuilt(checkout) {
  const outputs = NODE_PROCESSES.map(({ folder }) => join(folder, 'dist/main.js'));
  outputs.push(join(WEB.folder, 'dist/index.html'));
  return outputs.every((output) => existsSync(join(checkout, output)));
}

/**
 * Runs `npm run build`, unless no source changed since the last successful one.
 * @param {string} checkout
 * @param {string} checkoutState where to remember what was built
 * @returns {Promise<string>} the result, for the progress line
 */
export async function build(checkout, checkoutState) {
  const stamp = join(checkoutState, 'built');
  // Computed before the build, so that a file saved during it counts as changed the next time.
  const wanted = sourceFingerprint(checkout);
  const last = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (last === wanted && isBuilt(checkout)) return 'nothing changed';
  rmSync(stamp, { force: true });
  const env = { ...process.env, NODE_ENV: 'production' };
  await runOrFail('npm run build', 'npm', ['run', 'build', '--loglevel=error'], {
    cwd: checkout,
    env,
    timeoutMs: 10 * 60_000,
  });
  writeFileSync(stamp, wanted);
  return 'built';
}
