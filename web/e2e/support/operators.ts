import { execFile } from 'node:child_process';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const RUN_IN = join(import.meta.dirname, '../../../libs/stack/run-in.mjs');
/** Which stack is under test: `make test` names the folder of its records, `make screenshots` runs on STACK. */
const RECORDS = process.env.E2E_RECORDS;
const STACK = RECORDS ? basename(dirname(RECORDS)) : (process.env.STACK ?? 'main');

/** Which script of which process does what `make` calls so. */
const TASKS = {
  grant: ['auth', 'cli/grant'],
  suspend: ['auth', 'cli/suspend'],
  reinstate: ['auth', 'cli/reinstate'],
  deleteMember: ['auth', 'cli/delete-member'],
  giveaway: ['giveaway', 'cli/operate'],
};

/** What an operator does on the command line: `make grant`, for instance, with `user=maya` and `role=moderator`. */
export async function operate(task: keyof typeof TASKS, ...words: string[]): Promise<string> {
  const env = { ...process.env, STACK };
  const { stdout } = await promisify(execFile)(process.execPath, [RUN_IN, ...TASKS[task], ...words], { env });
  return stdout;
}
