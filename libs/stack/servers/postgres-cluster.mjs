// @ts-check
import { chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgresVersions } from '../machine/binaries.mjs';
import { UserFacingError } from '../machine/user-facing-error.mjs';
import { processesIn } from '../machine/process-table.mjs';
import { run, runOrFail } from '../machine/run.mjs';
import { asUser, isRoot, userFor } from '../machine/users.mjs';
import { SUPERUSER } from '../state/stack.mjs';
import { privateFolder } from './private-folder.mjs';

/** @typedef {import('../state/stack.mjs').Stack} Stack */

/** Postgres refuses to run as root. */
export function postgresUser() {
  const user = userFor(['postgres']);
  if (isRoot() && !user) throw new UserFacingError('There is no user "postgres" for the database to run as.');
  return user;
}

/**
 * Runs a program as the database's user.
 * @param {string} purpose as of {@link runOrFail}
 * @param {string[]} words
 * @param {import('../machine/run.mjs').RunOptions} options
 */
export function runAsPostgres(purpose, words, options) {
  const [command = '', ...args] = [...asUser(postgresUser()), ...words];
  return runOrFail(purpose, command, args, options);
}

/** @param {Stack} stack */
const dataFolder = (stack) => join(stack.state, 'postgres');

/**
 * Finds the programs that match the data: a newer Postgres cannot read an older one's folder.
 * @param {Stack} stack
 * @param {string} [data] a data folder other than the stack's own
 * @returns {string} the folder of the programs
 */
export function postgresBinaries(stack, data = dataFolder(stack)) {
  const versions = findPostgresVersions();
  const versionFile = join(data, 'PG_VERSION');
  const major = existsSync(versionFile) ? Number(readFileSync(versionFile, 'utf8')) : versions[0]?.major;
  const match = versions.find((version) => version.major === major);
  if (match) return match.folder;
  throw new UserFacingError(`The data in ${data} needs Postgres ${major}, which is not installed.`, [
    `Install it (apt-get install postgresql-${major}), or give the data up: make reset`,
  ]);
}

/**
 * Creates the cluster at the first start. It is built in a temporary folder and renamed, so that a killed
 * launcher leaves nothing that looks like a complete one.
 * @param {Stack} stack
 * @returns {Promise<string>} the data folder
 */
export async function ensureCluster(stack) {
  const folder = dataFolder(stack);
  if (existsSync(join(folder, 'PG_VERSION'))) return folder;
  const user = postgresUser();
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  privateFolder(draft, user);
  const passwordFile = join(stack.state, 'run', 'initdb.password');
  rmSync(passwordFile, { force: true });
  writeFileSync(passwordFile, stack.secret('postgres.superuser'), { mode: 0o600 });
  if (user) chownSync(passwordFile, user.uid, user.gid);
  try {
    const words = [join(postgresBinaries(stack), 'initdb'), '--pgdata', draft, `--username=${SUPERUSER}`];
    words.push(`--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8');
    words.push(`--locale=${await utf8Locale()}`);
    await runAsPostgres('initdb', words, { cwd: stack.state, timeoutMs: 120_000 });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(draft, folder);
  return folder;
}

/** C.UTF-8 orders by code point on every machine, which keeps text indexes valid across machines. */
async function utf8Locale() {
  const { output } = await run('locale', ['-a']).catch(() => ({ output: '' }));
  return /^C\.utf-?8$/im.test(output) ? 'C.UTF-8' : 'C';
}

/**
 * Removes the lock file of a killed Postgres. Postgres does so itself, except if its pid is in use again: by
 * a zombie that is never reaped, or by another process after a reboot. While any process still works in the
 * data folder the file stays, because it keeps two servers off the same data.
 * @param {string} folder
 */
export async function clearDeadLock(folder) {
  const lock = join(folder, 'postmaster.pid');
  if (!existsSync(lock) || !existsSync('/proc/self/stat')) return;
  for (let waited = 0; processesIn(folder).length > 0; waited += 100) {
    if (waited > 10_000) return;
    await sleep(100);
  }
  rmSync(lock, { force: true });
}
