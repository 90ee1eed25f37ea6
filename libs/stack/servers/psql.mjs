// @ts-check
import { join } from 'node:path';
import { UserFacingError } from '../machine/user-facing-error.mjs';
import { lastLines, run } from '../machine/run.mjs';
import { SUPERUSER } from '../state/stack.mjs';
import { baseEnvironment } from './base-environment.mjs';
import { postgresBinaries } from './postgres-cluster.mjs';

/** @typedef {import('../state/stack.mjs').Stack} Stack */

/**
 * Runs SQL in our own Postgres, as its superuser.
 * @param {Stack} stack
 * @param {string} database
 * @param {string} sql
 */
export function psql(stack, database, sql) {
  const args = ['--no-psqlrc', '--quiet', '--tuples-only', '--no-align', '--set=ON_ERROR_STOP=1'];
  args.push(
    '--host=127.0.0.1',
    `--port=${stack.portOf('postgres')}`,
    `--username=${SUPERUSER}`,
    '--no-password',
  );
  const env = {
    ...baseEnvironment(process.env),
    PGPASSWORD: stack.secret('postgres.superuser'),
    PGCONNECT_TIMEOUT: '5',
  };
  return run(join(postgresBinaries(stack), 'psql'), [...args, `--dbname=${database}`, `--command=${sql}`], {
    cwd: stack.state,
    env,
    timeoutMs: 30_000,
  });
}

/** @param {Stack} stack @param {string} sql @returns {Promise<string>} its output */
export async function queryOrFail(stack, sql) {
  const { code, output } = await psql(stack, 'postgres', sql);
  if (code !== 0) throw new UserFacingError('postgres rejected a question.', lastLines(output));
  return output.trim();
}
