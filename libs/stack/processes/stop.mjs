// @ts-check
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { bootId, lookUp } from '../machine/process-table.mjs';
import { isAlive, readRecord } from './record.mjs';

/**
 * @param {number} target a pid, or a negative process group
 * @param {NodeJS.Signals} signal
 */
function send(target, signal) {
  try {
    process.kill(target, signal);
  } catch (error) {
    // It has ended meanwhile.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
  }
}

/** @param {import('./record.mjs').ProcessRecord} record @param {number} timeoutMs */
async function gone(record, timeoutMs) {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(record)) {
    if (Date.now() > deadline) return false;
    await sleep(25);
  }
  return true;
}

/**
 * Asks a recorded process to stop, gives it time to drain, and then kills it with the rest of its group.
 * @param {string} recordFile
 * @param {number} [drainMs]
 * @returns {Promise<'was not running' | 'stopped' | 'killed'>}
 */
export async function stopProcess(recordFile, drainMs = 15_000) {
  const record = readRecord(recordFile);
  if (record === undefined) return 'was not running';
  const wasAlive = isAlive(record);
  let drained = true;
  if (wasAlive) {
    send(record.pid, record.stopSignal);
    drained = await gone(record, drainMs);
    if (!drained) {
      send(record.pid, 'SIGKILL');
      await gone(record, 5_000);
    }
  }
  // While the group has members, the kernel does not reuse its number; after a reboot it is meaningless.
  if (record.boot === bootId() && !isTakenByAnother(record)) send(-record.pid, 'SIGKILL');
  rmSync(recordFile, { force: true });
  if (!wasAlive) return 'was not running';
  return drained ? 'stopped' : 'killed';
}

/** @param {import('./record.mjs').ProcessRecord} record */
function isTakenByAnother(record) {
  const found = lookUp(record.pid);
  return found !== undefined && found.start !== record.start;
}
