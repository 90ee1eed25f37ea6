// @ts-check
import { join } from 'node:path';
import { findBinary, findPostgresVersions } from '../libs/stack/machine/binaries.mjs';
import { lastLines, run } from '../libs/stack/machine/run.mjs';
import { UserFacingError } from '../libs/stack/machine/user-facing-error.mjs';
import { baseEnvironment } from '../libs/stack/servers/base-environment.mjs';

/**
 * Limits the duration of a statement. A statement also ends with psql, if the system lets Postgres notice
 * that.
 */
const OPTIONS = [
  '-c statement_timeout=10min',
  ...(process.platform === 'linux' ? ['-c client_connection_check_interval=1s'] : []),
].join(' ');

/**
 * Runs a file of SQL as the administrator of the stack's database.
 * @param {import('../libs/stack/state/stack.mjs').Stack} stack
 * @param {string} file
 * @param {Record<string, string | number>} variables as :name in the file
 * @param {Record<string, string>} [env] secret values that the file reads by \getenv
 * @returns {Promise<string>} its output
 */
export async function runSql(stack, file, variables, env = {}) {
  const folder = findPostgresVersions()[0]?.folder;
  const psql = folder === undefined ? findBinary('psql') : join(folder, 'psql');
  if (psql === undefined)
    throw new UserFacingError('There is no psql on this machine; make up installs one.');
  const url = new URL(stack.adminUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const words = Object.entries(variables).map(([name, value]) => `--set=${name}=${value}`);
  const { code, output } = await run(
    psql,
    ['--no-psqlrc', '--no-password', ...words, '--file', file, url.href],
    {
      env: { ...baseEnvironment(process.env), PGPASSWORD: password, PGOPTIONS: OPTIONS, ...env },
      timeoutMs: 30 * 60_000,
    },
  );
  if (code !== 0) throw new UserFacingError(`${file} failed.`, lastLines(output, 20));
  return output;
}
