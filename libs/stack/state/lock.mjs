// @ts-check
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserFacingError } from '../machine/user-facing-error.mjs';
import { bootId, startOf } from '../machine/process-table.mjs';
import { isAlive } from '../processes/record.mjs';

/**
 * @typedef {object} Holder
 * @property {number} pid
 * @property {string} start
 * @property {string} boot
 * @property {string} what the command that holds the lock, for the message
 */

/** @param {string} file @returns {{ text: string, holder: Holder | undefined } | undefined} */
function read(file) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  try {
    return { text, holder: JSON.parse(text) };
  } catch {
    return { text, holder: undefined };
  }
}

/**
 * Makes one attempt to take the lock. The file is created atomically (by a link) and identifies a process
 * permanently, so that the lock of a killed command is known to be stale.
 * @param {string} file
 * @param {string} what
 * @returns {Holder | 'taken'} 'taken', or the holder
 */
function tryTake(file, what) {
  const mine = `${file}.${process.pid}`;
  const me = { pid: process.pid, start: startOf(process.pid) ?? '', boot: bootId(), what };
  writeFileSync(mine, JSON.stringify(me));
  try {
    linkSync(mine, file);
    return 'taken';
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  } finally {
    rmSync(mine, { force: true });
  }
  const found = read(file);
  if (found === undefined) return { ...me, pid: 0 };
  if (found.holder && isAlive(found.holder)) return found.holder;
  dropStale(file, found.text);
  return { ...me, pid: 0 };
}

/**
 * Removes a stale lock. Two commands may find the same stale lock; one that moved a live one instead puts it
 * back.
 * @param {string} file
 * @param {string} stale
 */
function dropStale(file, stale) {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') !== stale) linkSync(aside, file);
  } catch {
    // Another command was faster, which is fine.
  }
  rmSync(aside, { force: true });
}

/**
 * Waits for the lock and holds it until release or the end of this process.
 * @param {string} file
 * @param {string} what this command's name
 * @param {number} [timeoutMs]
 * @returns {Promise<() => void>} releases it; called again, it leaves a lock of another command
 */
export async function takeLock(file, what, timeoutMs = 15 * 60_000) {
  const deadline = Date.now() + timeoutMs;
  let announced = 0;
  for (;;) {
    const result = tryTake(file, what);
    if (result === 'taken') break;
    if (Date.now() > deadline)
      throw new UserFacingError(`"${result.what}" (process ${result.pid}) still holds ${file}.`);
    if (result.pid !== announced && result.pid !== 0) {
      announced = result.pid;
      console.log(`· waiting for "${result.what}" (process ${result.pid}) to finish …`);
    }
    await sleep(result.pid === 0 ? 10 : 300);
  }
  let isHeld = true;
  const release = () => {
    process.removeListener('exit', release);
    if (isHeld) rmSync(file, { force: true });
    isHeld = false;
  };
  process.once('exit', release);
  return release;
}
