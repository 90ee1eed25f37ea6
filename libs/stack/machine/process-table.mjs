// @ts-check
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';

const HAS_PROC = existsSync('/proc/self/stat');

/**
 * Fields of /proc/<pid>/stat; the command's name may hold spaces and brackets, so they count from its last bracket.
 * @param {string} stat
 * @returns {{ state: string, parent: number, group: number, startTicks: string }}
 */
export function parseStat(stat) {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    state: fields[0] ?? '',
    parent: Number(fields[1]),
    group: Number(fields[2]),
    startTicks: fields[19] ?? '',
  };
}

/** @param {number | string} pid */
function readStat(pid) {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {number} pid
 * @returns {{ start: string, isZombie: boolean } | undefined} undefined when the number is free
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
 * When the kernel says that the process began. With the pid it names one process for good: a recycled pid differs.
 * @param {number} pid
 * @returns {string | undefined} undefined when there is no such process, or only its zombie
 */
export function startOf(pid) {
  const found = lookUp(pid);
  return found === undefined || found.isZombie ? undefined : found.start;
}

/**
 * @param {string} folder
 * @returns {number[]} the processes that work in that folder, as far as the kernel lets us see
 */
export function processesIn(folder) {
  if (!HAS_PROC) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readlinkSync(`/proc/${name}/cwd`) === folder;
      } catch {
        return false; // A zombie has none, and another user's is not for us to see.
      }
    })
    .map(Number);
}

/** Start ticks count from boot, so after a reboot the same number may mean another process. */
export function bootId() {
  const path = '/proc/sys/kernel/random/boot_id';
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : 'unknown';
}

/**
 * Memory of a process and everything below it, shared pages counted once where the kernel tells.
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

/**
 * @param {number} root
 * @returns {number[]} that process and all below it, parents first
 */
export function treeOf(root) {
  const rows = HAS_PROC
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((name) => ({ pid: Number(name), parent: readStat(name)?.parent }))
    : allByPs();
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
      // Gone meanwhile, or another user's: try the next source.
    }
  }
  return 0;
}
