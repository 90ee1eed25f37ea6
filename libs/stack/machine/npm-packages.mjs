// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Problem } from './problem.mjs';
import { run, lastLines } from './run.mjs';

/**
 * `npm ci`, unless node_modules was made from this very lockfile by this Node.
 * @param {string} checkout
 * @returns {Promise<string>} what happened, for the progress line
 */
export async function installNpmPackages(checkout) {
  const lockfile = join(checkout, 'package-lock.json');
  if (!existsSync(lockfile)) throw new Problem(`${lockfile} is missing: is this a whole checkout?`);
  const [major] = process.versions.node.split('.');
  const wanted = createHash('sha256')
    .update(`${process.platform} ${process.arch} node ${major}\n`)
    .update(readFileSync(lockfile))
    .digest('hex');
  // npm ci empties node_modules first, so a stamp inside it never outlives what it vouches for.
  const stamp = join(checkout, 'node_modules', '.likewell-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 'up to date';

  const env = { ...process.env, NODE_ENV: 'development' };
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await run('npm', args, { cwd: checkout, env, timeoutMs: 15 * 60_000 });
  if (code !== 0) throw new Problem('npm ci failed.', lastLines(output, 20));
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  return 'npm ci';
}
