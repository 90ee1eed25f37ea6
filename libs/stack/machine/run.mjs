// @ts-check
import { spawn } from 'node:child_process';
import { UserFacingError } from './user-facing-error.mjs';

const KEPT_OUTPUT = 256 * 1024;

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env] the whole environment; ours by default
 * @property {number} [timeoutMs] time after which the command is killed
 * @property {boolean} [inherit] show the output and let the command ask questions (sudo)
 */

/**
 * Runs a command to its end, never through a shell. It is killed when this process ends.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} the end of stdout and stderr, in the order of arrival
 */
export function run(command, args, { cwd, env = process.env, timeoutMs = 60_000, inherit = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: inherit ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    const endWithUs = () => child.kill();
    process.once('exit', endWithUs);
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(
        new UserFacingError(
          `${command} took longer than ${timeoutMs / 1000} s and was stopped.`,
          lastLines(output),
        ),
      );
    }, timeoutMs);
    child.on('error', (error) => {
      clearTimeout(timer);
      process.off('exit', endWithUs);
      reject(new UserFacingError(`${command} could not be started: ${error.message}`));
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      process.off('exit', endWithUs);
      resolve({ code: code ?? 1, output });
    });
  });
}

/**
 * Runs a command like {@link run}, but throws a UserFacingError if it fails.
 * @param {string} purpose what the command is for, as the failure's first words: "npm ci"
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>} the output
 */
export async function runOrFail(purpose, command, args, options) {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new UserFacingError(`${purpose} failed (exit code ${code}).`, lastLines(output, 30));
  return output;
}

/** @param {string} text @param {number} [count] @returns {string[]} */
export function lastLines(text, count = 12) {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-count);
}
