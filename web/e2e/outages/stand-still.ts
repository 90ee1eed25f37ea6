import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Folder in which the launcher of the stack under test keeps the records of its
 * processes; `make test` sets it.
 */
const RECORDS = process.env.E2E_RECORDS ?? '';

/**
 * Stops a process of the stack, with all its children, while `work` runs: connections to it stay
 * open and get no response.
 */
export async function whileStopped(name: string, work: () => Promise<void>): Promise<void> {
  const [pid] = readFileSync(join(RECORDS, `${name}.pid`), 'utf8').split(' ');
  const root = Number(pid);
  // The parent is stopped before its children are listed, so that it starts no more.
  process.kill(root, 'SIGSTOP');
  const family = [root, ...descendantsOf(root)];
  signalAll(family, 'SIGSTOP');
  try {
    await work();
  } finally {
    signalAll(family, 'SIGCONT');
  }
}

function signalAll(family: number[], signal: NodeJS.Signals): void {
  for (const pid of family) {
    try {
      process.kill(pid, signal);
    } catch {
      // A worker that has ended meanwhile.
    }
  }
}

function descendantsOf(root: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    table.flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid, ...below(pid)] : []));
  return below(root);
}
