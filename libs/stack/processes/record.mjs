// @ts-check
import { readFileSync, statSync } from 'node:fs';
import { bootId, startOf } from '../machine/process-table.mjs';

/**
 * @typedef {object} ProcessRecord
 * @property {number} pid also the id of its process group
 * @property {string} start
 * @property {string} boot
 * @property {string} fingerprint of the started command, environment and code
 * @property {NodeJS.Signals} stopSignal
 * @property {Date} since
 */

/** @type {readonly string[]} */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGQUIT'];

/**
 * @param {string} text one line: pid, start, boot, fingerprint, signal
 * @returns {Omit<ProcessRecord, 'since'> | undefined}
 */
export function parseRecord(text) {
  const [pidText, start, boot, fingerprint, stopSignal] = text.trim().split(' ');
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  if (!start || !boot || !fingerprint || !STOP_SIGNALS.includes(stopSignal ?? '')) return undefined;
  return { pid, start, boot, fingerprint, stopSignal: /** @type {NodeJS.Signals} */ (stopSignal) };
}

/** @param {string} file @returns {ProcessRecord | undefined} undefined if there is no record */
export function readRecord(file) {
  try {
    const record = parseRecord(readFileSync(file, 'utf8'));
    return record && { ...record, since: statSync(file).mtime };
  } catch {
    return undefined;
  }
}

/**
 * @param {Pick<ProcessRecord, 'pid' | 'start' | 'boot'> | undefined} record
 * @returns {boolean} true if the recorded process is alive, and not another one with the same pid
 */
export const isAlive = (record) =>
  record !== undefined && record.boot === bootId() && startOf(record.pid) === record.start;
