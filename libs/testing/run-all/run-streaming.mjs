// @ts-check
import { spawn } from 'node:child_process';

/** @type {Set<number>} */
const groups = new Set();

/** @param {number} group @param {NodeJS.Signals} signal */
function signalGroup(group, signal) {
  try {
    process.kill(-group, signal);
  } catch {
    // The group has already ended.
  }
}

/** Ends the running command with all its child processes; used on Ctrl-C. */
export function stopRunning() {
  const running = [...groups];
  for (const group of running) signalGroup(group, 'SIGTERM');
  setTimeout(() => {
    for (const group of running.filter((id) => groups.has(id))) signalGroup(group, 'SIGKILL');
  }, 5_000).unref();
}

/**
 * Runs a command in a process group of its own and forwards its output immediately.
 * @param {string[]} words
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, timeoutMs: number }} options
 * @returns {Promise<number>} the exit code; 1 also when it was killed, could not start or took too long
 */
export function runStreaming([command = '', ...args], { cwd, env, timeoutMs }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['ignore', 'inherit', 'inherit'] });
    const { pid } = child;
    if (pid !== undefined) groups.add(pid);
    const timer = setTimeout(() => {
      console.error(`✗ ${command} took longer than ${timeoutMs / 60_000} min and is stopped.`);
      stopRunning();
    }, timeoutMs);
    const finish = (/** @type {number} */ code) => {
      clearTimeout(timer);
      // Ends remaining child processes too; detached stacks have groups of their own and stay.
      if (pid !== undefined) {
        signalGroup(pid, 'SIGKILL');
        groups.delete(pid);
      }
      resolve(code);
    };
    child.on('error', (error) => {
      console.error(`✗ ${command} could not be started: ${error.message}`);
      finish(1);
    });
    child.on('exit', (code) => finish(code ?? 1));
  });
}
