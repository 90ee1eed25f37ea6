// @ts-check
import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { allPids } from './process-table.mjs';

const LISTEN = '0A';

/**
 * @param {string} table the text of /proc/net/tcp or tcp6
 * @param {number} port
 * @returns {string[]} inodes of the sockets that listen on that port
 */
export function listeningInodes(table, port) {
  return table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === LISTEN && parseInt(fields[1]?.split(':')[1] ?? '', 16) === port)
    .map((fields) => fields[9] ?? '');
}

/** @param {number} pid */
function socketsOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`);
      } catch {
        return '';
      }
    });
  } catch {
    return []; // Another user's process keeps its files to itself.
  }
}

/**
 * @param {number} port
 * @returns {string | undefined} "process 123 (nginx: master process …)", where the kernel lets us see it
 */
export function holderOf(port) {
  const inodes = ['/proc/net/tcp', '/proc/net/tcp6']
    .filter((path) => existsSync(path))
    .flatMap((path) => listeningInodes(readFileSync(path, 'utf8'), port))
    .map((inode) => `socket:[${inode}]`);
  if (inodes.length === 0) return undefined;
  const pid = allPids().find((each) => socketsOf(each).some((target) => inodes.includes(target)));
  if (pid === undefined) return "another user's process";
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  return `process ${pid} (${command.slice(0, 100)})`;
}
