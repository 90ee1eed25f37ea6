// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';

const HAS_PROC = existsSync('/proc/self/stat');

/**
 * Parses /proc/<pid>/stat. The command's name may contain spaces and brackets, so fields are counted from its
 * last bracket.
 * @param {string} stat
 * @returns {{ state: string, parent: number, ownTicks: number, reapedTicks: number, startTicks:
 *   string }} `ownTicks` of CPU time are its own, `reapedTicks` those of its children that have ended
 */
export function parseStat(stat) {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const sum = (/** @type {number} */ first) => Number(fields[first]) + Number(fields[first + 1]);
  return {
    state: fields[0] ?? '',
    parent: Number(fields[1]),
    ownTicks: sum(11),
    reapedTicks: sum(13),
    startTicks: fields[19] ?? '',
  };
}

/** @param {number} pid */
export function readStat(pid) {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Returns the pids of all processes that are visible in /proc. */
export const allPids = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/**
 * @param {number} pid
 * @returns {{ start: string, isZombie: boolean } | undefined} undefined if there is no such process
 */
export function lookUp(pid) {
  if (!HAS_PROC) {
    const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
    const start = stdout.trim().replaceAll(/\s+/g, '_');
    return start === '' ? undefined : { start, isZombie: false };
  }
  const stat = readStat(pid);
  return stat && { start: stat.startTicks, isZombie: stat.state === 'Z' };
}

/**
 * Returns the start time of the process according to the kernel. Together with the pid it identifies one
 * process permanently: a reused pid has another.
 * @param {number} pid
 * @returns {string | undefined} undefined when there is no such process, or only its zombie
 */
export function startOf(pid) {
  const found = lookUp(pid);
  return found === undefined || found.isZombie ? undefined : found.start;
}

/** @param {string} folder @returns {number[]} the visible processes whose working directory is that folder */
export function processesIn(folder) {
  if (!HAS_PROC) return [];
  return allPids().filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false; // A zombie has none, and another user's is not for us to see.
    }
  });
}

/** Start ticks count from boot, so after a reboot the same number may belong to another process. */
export function bootId() {
  const path = '/proc/sys/kernel/random/boot_id';
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : 'unknown';
}

/**
 * Returns the memory of a process and all its descendants; shared pages count once if the kernel reports
 * them.
 * @param {number} pid
 * @returns {number} bytes
 */
export function memoryOfTree(pid) {
  if (!HAS_PROC) {
    const { stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
    return Number(stdout.trim()) * 1024;
  }
  return treeOf(pid).reduce((sum, member) => sum + memoryOf(member), 0);
}

/** @param {number} root @returns {number[]} the process and its descendants, parents first */
export function treeOf(root) {
  const rows = HAS_PROC ? allPids().map((pid) => ({ pid, parent: readStat(pid)?.parent })) : allByPs();
  const tree = [root];
  for (let index = 0; index < tree.length; index += 1) {
    tree.push(...rows.filter(({ parent }) => parent === tree[index]).map(({ pid }) => pid));
  }
  return tree;
}

function allByPs() {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return stdout.split('\n').map((line) => {
    const [pid = 0, parent] = line.trim().split(/\s+/).map(Number);
    return { pid, parent };
  });
}

/** @param {number} pid */
function memoryOf(pid) {
  for (const [file, pattern] of /** @type {const} */ ([
    ['smaps_rollup', /^Pss:\s+(\d+)/m],
    ['status', /^VmRSS:\s+(\d+)/m],
  ])) {
    try {
      const kib = pattern.exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1];
      if (kib !== undefined) return Number(kib) * 1024;
    } catch {
      // The process has ended, or belongs to another user: try the next source.
    }
  }
  return 0;
}
