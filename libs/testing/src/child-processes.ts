import { readFile } from 'node:fs/promises';

/** Returns the child processes of a process, such as Postgres's backends; none if the system cannot list them. */
export async function childrenOf(pid: number): Promise<number[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return list.split(' ').filter(Boolean).map(Number);
}

/** Kills a process that may already have ended. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** @throws Error while the process exists; a zombie counts as gone */
export async function expectGone(pid: number): Promise<void> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (stat && !/\) [ZX] /.test(stat)) throw new Error(`process ${pid} is still there`);
}
