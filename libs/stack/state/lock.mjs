// @ts-check
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { UserFacingError } from '../machine/user-facing-error.mjs';
import { bootId, startOf } from '../machine/process-table.mjs';

/**
 * @typedef {object} Holder
 * @property {number} pid
 * @property {string} start
 * @property {string} boot
 * @property {string} what the command that holds the lock, for the message
 */

/**
 * @param {string} file
 * @returns {{ text: string, holder: Holder | undefined } | undefined}
 */
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

/** @param {Holder | undefined} holder */
const isAlive = (holder) =>
  holder !== undefined && holder.boot === bootId() && startOf(holder.pid) === holder.start;

/**
 * One attempt. The file appears whole or not at all (a link), and names a process for good, so that the lock of a
 * killed command is known to be dead.
 * @param {string} file
 * @param {string} what
 * @returns {Holder | 'taken'} who holds it otherwise
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
  if (found.holder !== undefined && isAlive(found.holder)) return found.holder;
  dropStale(file, found.text);
  return { ...me, pid: 0 };
}

/**
 * Two commands may find the same dead lock; whoever moves away a live one instead puts it back.
 * @param {string} file
 * @param {string} stale
 */
function dropStale(file, stale) {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') !== stale) linkSync(aside, file);
  } catch {
    // Somebody else was quicker, which is just as well.
  }
  rmSync(aside, { force: true });
}

/**
 * Waits its turn and holds the lock until release or the end of this process.
 * @param {string} file
 * @param {string} what this command's name
 * @param {number} [timeoutMs]
 * @returns {Promise<() => void>} releases
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
  const release = () => {
    process.removeListener('exit', release);
    rmSync(file, { force: true });
  };
  process.once('exit', release);
  return release;
}
