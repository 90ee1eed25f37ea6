// @ts-check
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserFacingError } from '../machine/user-facing-error.mjs';
import { step } from '../machine/progress.mjs';
import { run } from '../machine/run.mjs';
import { tellingLines } from '../processes/log-excerpt.mjs';
import { baseEnvironment } from '../servers/base-environment.mjs';
import { startServers } from '../servers/start-servers.mjs';
import { SCHEMAS } from '../topology.mjs';

/** @typedef {import('../state/stack.mjs').Stack} Stack */

const PROVISION = 'libs/service-kit/dist/database/provision.cli.js';

/** Starts the servers and brings all schemas to this version. @param {Stack} stack */
export async function startServersAndMigrate(stack) {
  await step('servers', () => startServers(stack));
  await step('roles and schemas', () => provision(stack));
  await step('migrations', () => migrate(stack));
}

/**
 * Runs one of our own scripts to its end; its output goes to a log, and an error shows the relevant lines of
 * it.
 * @param {Stack} stack
 * @param {{ name: string, script: string, cwd: string, env: Record<string, string> }} job
 */
async function runJob(stack, { name, script, cwd, env }) {
  const settings = { NODE_ENV: 'production', LOG_LEVEL: stack.env.LOG_LEVEL || 'info' };
  const { code, output } = await run(process.execPath, [script], {
    cwd,
    env: { ...baseEnvironment(stack.env), ...settings, ...env },
    timeoutMs: 5 * 60_000,
  });
  appendFileSync(stack.logFile(name), output, { mode: 0o640 });
  if (code === 0) return;
  throw new UserFacingError(`${name} failed (exit code ${code}).`, [
    ...tellingLines(output, stack.secrets()),
    `The whole log: ${stack.logFile(name)}`,
  ]);
}

/**
 * Creates a schema and two roles per service: the owner migrates, the runtime role reads and writes. Can be
 * repeated.
 * @param {Stack} stack
 */
export async function provision(stack) {
  const role = (/** @type {string} */ name) => ({ role: name, password: stack.secret(`role.${name}`) });
  const roles = SCHEMAS.map(({ schema, owner, runtime }) => ({
    schema,
    owner: role(owner),
    runtime: role(runtime),
  }));
  await runJob(stack, {
    name: 'provision',
    script: join(stack.checkout, PROVISION),
    cwd: stack.checkout,
    env: { ADMIN_DATABASE_URL: stack.adminUrl, PROVISION_ROLES: JSON.stringify(roles) },
  });
}

/** Runs every service's migrations at the same time: each has a schema of its own. @param {Stack} stack */
export async function migrate(stack) {
  const jobs = SCHEMAS.map(({ name, folder, owner }) =>
    runJob(stack, {
      name: `migrate-${name}`,
      script: 'dist/migrate.js',
      cwd: join(stack.checkout, folder),
      env: { DATABASE_URL: stack.roleUrl(owner) },
    }),
  );
  const failed = (await Promise.allSettled(jobs)).find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
