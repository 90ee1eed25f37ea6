import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the launcher of the stack under test keeps the records of its processes; `make test` sets it. */
const RECORDS = process.env.E2E_RECORDS ?? '';

/**
 * A process of the stack, with all that it started, neither runs nor ends while `work` is done: connections to it
 * stay open and are not answered.
 */
export async function whileStopped(name: string, work: () => Promise<void>): Promise<void> {
  const [pid] = readFileSync(join(RECORDS, `${name}.pid`), 'utf8').split(' ');
  const root = Number(pid);
  // The first one before its children are counted, so that it makes no more.
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
      // A worker that ended meanwhile.
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
