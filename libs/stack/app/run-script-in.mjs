// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserFacingError } from '../machine/user-facing-error.mjs';
import { isAlive, readRecord } from '../processes/record.mjs';
import { ownServers } from '../state/stack.mjs';
import { NODE_PROCESSES } from '../topology.mjs';
import { environmentOf } from './node-specs.mjs';

/**
 * Runs one of a process's own scripts with the folder and environment of the process; the output is shown.
 * @param {import('../state/stack.mjs').Stack} stack the stack; its servers must be running
 * @param {string} name of the process in the topology
 * @param {string} script without its folder and ending: "cli/audit" is dist/cli/audit.js
 * @param {string[]} [words] its arguments; a file name is relative to CALLED_FROM, the folder of the caller
 * @returns {Promise<number>} the script's exit code
 */
export async function runScriptIn(stack, name, script, words = []) {
  const entry = NODE_PROCESSES.find((process) => process.name === name);
  if (entry === undefined) throw new UserFacingError(`There is no process "${name}" in the stack.`);
  const down = ownServers(stack).filter((server) => !isAlive(readRecord(stack.recordFile(server.name))));
  if (down.length > 0)
    throw new UserFacingError(
      `The stack does not run${stack.label}: ${down.map((server) => server.name).join(', ')}.`,
      ['Start it first: make up'],
    );
  const cwd = join(stack.checkout, entry.folder);
  const file = join('dist', `${script}.js`);
  if (!existsSync(join(cwd, file)))
    throw new UserFacingError(`${join(cwd, file)} is not there; make up builds it.`);
  const env = { ...environmentOf(stack, entry), CALLED_FROM: process.cwd() };
  const child = spawn(process.execPath, [file, ...words], { cwd, env, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  return code ?? 1;
}
