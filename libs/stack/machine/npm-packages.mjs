// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UserFacingError } from './user-facing-error.mjs';
import { run } from './run.mjs';

/**
 * Runs `npm ci`, unless node_modules was made from the same lockfile. No package is compiled for the Node
 * version that installs: that may be the machine's own, while the processes run on the Node from the
 * packages.
 * @param {string} folder a checkout, or a folder of one tool with a lockfile of its own
 * @param {string[]} [words] npm's own options
 * @returns {Promise<string>} what happened, for the progress line
 */
export async function installNpmPackages(folder, words = ['--include=dev']) {
  const lockfile = join(folder, 'package-lock.json');
  if (!existsSync(lockfile)) throw new UserFacingError(`${lockfile} is missing: is this a whole checkout?`);
  const wanted = createHash('sha256')
    .update(`${process.platform} ${process.arch}\n`)
    .update(readFileSync(lockfile))
    .digest('hex');
  // npm ci empties node_modules first, so the stamp inside it is never older than the installed packages.
  const stamp = join(folder, 'node_modules', '.likewell-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 'up to date';

  const how = await installLocked(folder, words);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  return how;
}

/**
 * Installs the lockfile's versions, even if the registry lacks packages of other platforms.
 * @param {string} checkout
 * @param {string[]} words npm's own options that select packages
 * @returns {Promise<string>} how it was done
 */
export async function installLocked(checkout, words) {
  const first = await npm(checkout, ['ci', ...words]);
  if (first.code === 0) return 'npm ci';
  // npm prints the reason first and its usage after it.
  if (!lacksOnlyUnavailable(first.output))
    throw new UserFacingError('npm ci failed.', firstLines(first.output));
  // From nothing, as npm ci does: remains of a killed install would count as complete packages.
  rmSync(join(checkout, 'node_modules'), { recursive: true, force: true });
  // This also installs the lockfile's versions, and leaves the file unchanged.
  const second = await npm(checkout, ['install', '--no-save', ...words]);
  if (second.code === 0) return 'npm install, for a registry without other platforms';
  throw new UserFacingError('npm install failed.', firstLines(second.output));
}

/** @param {string} checkout @param {string[]} words */
function npm(checkout, words) {
  // The minimum age of a version is checked when the lockfile is changed (.npmrc). The lockfile names each
  // package by its hash, so here none can be replaced.
  const args = [...words, '--min-release-age=0', '--no-audit', '--no-fund', '--loglevel=error'];
  const env = { ...process.env, NODE_ENV: 'development' };
  return run('npm', args, { cwd: checkout, env, timeoutMs: 15 * 60_000 });
}

const firstLines = (/** @type {string} */ output) => output.split('\n').filter(Boolean).slice(0, 20);

/**
 * True if only packages of other platforms are missing. If a registry lacks them, npm 11 and later reject the
 * lockfile that they have just written: "Missing: @swc/core-darwin-arm64@ from lock file", without a version
 * (npm/cli issue 9846). For a lockfile that is really out of date npm names versions; that stays an error.
 * @param {string} output of npm ci
 * @returns {boolean}
 */
export function lacksOnlyUnavailable(output) {
  const complaints = output.split('\n').filter((line) => /^npm error (Missing|Invalid): /.test(line));
  return (
    complaints.length > 0 && complaints.every((line) => /Missing: .+@ from lock file$/.test(line.trim()))
  );
}
