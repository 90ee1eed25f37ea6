// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserFacingError } from './user-facing-error.mjs';
import { run } from './run.mjs';

/**
 * `npm ci`, unless node_modules was made from this very lockfile. Nothing in it is built for the Node that installs: that may be the
 * machine's own, and the packages bring the one that runs.
 * @param {string} checkout
 * @returns {Promise<string>} what happened, for the progress line
 */
export async function installNpmPackages(checkout) {
  const lockfile = join(checkout, 'package-lock.json');
  if (!existsSync(lockfile)) throw new UserFacingError(`${lockfile} is missing: is this a whole checkout?`);
  const wanted = createHash('sha256')
    .update(`${process.platform} ${process.arch}\n`)
    .update(readFileSync(lockfile))
    .digest('hex');
  // npm ci empties node_modules first, so a stamp inside it never outlives what it vouches for.
  const stamp = join(checkout, 'node_modules', '.likewell-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 'up to date';

  const how = await installLocked(checkout, ['--include=dev']);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  return how;
}

/**
 * Installs the lockfile's versions, whatever the registry holds of other platforms.
 * @param {string} checkout
 * @param {string[]} words which of them, as npm's own options
 * @returns {Promise<string>} how it was done
 */
export async function installLocked(checkout, words) {
  const first = await npm(checkout, ['ci', ...words]);
  if (first.code === 0) return 'npm ci';
  // npm says the reason first and its usage after it.
  if (!lacksOnlyUnavailable(first.output))
    throw new UserFacingError('npm ci failed.', firstLines(first.output));
  // From nothing, as npm ci does: what an install that was killed has left would pass for whole packages.
  rmSync(join(checkout, 'node_modules'), { recursive: true, force: true });
  // This installs the lockfile's versions too, and leaves the file as it is.
  const second = await npm(checkout, ['install', '--no-save', ...words]);
  if (second.code === 0) return 'npm install, for a registry without other platforms';
  throw new UserFacingError('npm install failed.', firstLines(second.output));
}

/**
 * @param {string} checkout
 * @param {string[]} words
 */
function npm(checkout, words) {
  // How old a version has to be is asked when the lockfile is changed (.npmrc); it names each by its hash, so here none can
  // take the place of another.
  const args = [...words, '--min-release-age=0', '--no-audit', '--no-fund', '--loglevel=error'];
  const env = { ...process.env, NODE_ENV: 'development' };
  return run('npm', args, { cwd: checkout, env, timeoutMs: 15 * 60_000 });
}

const firstLines = (/** @type {string} */ output) => output.split('\n').filter(Boolean).slice(0, 20);

/**
 * Where a registry does not hold the binaries of other platforms, npm 11 and later reject the lockfile that they have
 * just written: "Missing: @swc/core-darwin-arm64@ from lock file", without a version (npm/cli issue 9846). A lockfile
 * that is really out of date names versions, and stays an error.
 * @param {string} output of npm ci
 * @returns {boolean}
 */
export function lacksOnlyUnavailable(output) {
  const complaints = output.split('\n').filter((line) => /^npm error (Missing|Invalid): /.test(line));
  return (
    complaints.length > 0 && complaints.every((line) => /Missing: .+@ from lock file$/.test(line.trim()))
  );
}
