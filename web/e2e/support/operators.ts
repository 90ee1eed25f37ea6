import { execFile } from 'node:child_process';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const RUN_IN = join(import.meta.dirname, '../../../libs/stack/run-in.mjs');
/**
 * Identifies the stack under test: `make test` passes the folder of its records,
 * `make screenshots` uses STACK.
 */
const RECORDS = process.env.E2E_RECORDS;
const STACK = RECORDS ? basename(dirname(RECORDS)) : (process.env.STACK ?? 'main');

/** The process and script of each `make` task. */
const TASKS = {
  grant: ['auth', 'cli/grant'],
  suspend: ['auth', 'cli/suspend'],
  reinstate: ['auth', 'cli/reinstate'],
  deleteMember: ['auth', 'cli/delete-member'],
  giveaway: ['giveaway', 'cli/operate'],
};

/** Runs an operator's command: `make grant`, for instance, with `user=maya` and `role=moderator`. */
export async function operate(task: keyof typeof TASKS, ...words: string[]): Promise<string> {
  const env = { ...process.env, STACK };
  const { stdout } = await promisify(execFile)(process.execPath, [RUN_IN, ...TASKS[task], ...words], { env });
  return stdout;
}
