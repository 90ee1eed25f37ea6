// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { treeOf } from '../../stack/machine/process-table.mjs';
import { ensureRunning } from '../../stack/processes/ensure-running.mjs';
import { isAlive, readRecord } from '../../stack/processes/record.mjs';

/**
 * @typedef {import('../../stack/state/stack.mjs').Stack} Stack
 * @typedef {import('../../stack/processes/ensure-running.mjs').ProcessSpec} ProcessSpec
 */

const LOOK_EVERY_MS = 100;
const RETRY_MS = 1000;

/**
 * Restarts ended processes, as Kubernetes does. It checks no health, so a living process has to recover by
 * itself.
 */
export class Supervisor {
  /** @type {Map<string, ProcessSpec>} */
  #specs;
  /** Processes that ended and are not to be restarted yet. @type {Set<string>} */
  #down = new Set();
  /** @type {Set<string>} */
  #starting = new Set();
  #isOver = false;
  /** @type {Promise<void>} */
  #round;
  /** Number of unexpected ends of processes, by name. @type {Map<string, number>} */
  #ends = new Map();

  /** @param {Stack} stack @param {ProcessSpec[]} specs */
  constructor(stack, specs) {
    this.stack = stack;
    this.#specs = new Map(specs.map((spec) => [spec.name, spec]));
    this.#round = this.#watch();
  }

  /** @param {string} name */
  kill(name) {
    this.#down.add(name);
    this.#signal(name, 'SIGKILL');
  }

  /** Allows a killed process to be restarted. @param {string} name */
  release(name) {
    if (!this.#down.delete(name)) return;
    this.#start(name);
  }

  /** @param {string} name */
  stop(name) {
    this.#signal(name, 'SIGSTOP');
  }

  /** @param {string} name */
  continue(name) {
    this.#signal(name, 'SIGCONT');
  }

  /** @returns {Promise<string[]>} processes that cannot serve */
  async unready() {
    const asked = [...this.#specs.values()].map(async ({ name, probe }) => ((await probe()) ? [] : [name]));
    return (await Promise.all(asked)).flat();
  }

  /** Returns and resets the number of unexpected ends of each process, that is, crashes. */
  takeEnds() {
    const ends = [...this.#ends].map(([name, count]) => `${name} ×${count}`);
    this.#ends.clear();
    return ends;
  }

  async close() {
    this.#isOver = true;
    await this.#round;
  }

  async #watch() {
    while (!this.#isOver) {
      for (const name of this.#specs.keys()) {
        const isBusy = this.#down.has(name) || this.#starting.has(name);
        if (isBusy || isAlive(readRecord(this.stack.recordFile(name)))) continue;
        this.#ends.set(name, (this.#ends.get(name) ?? 0) + 1);
        this.#start(name);
      }
      await sleep(LOOK_EVERY_MS);
    }
  }

  /** @param {string} name */
  #start(name) {
    const spec = this.#specs.get(name);
    if (spec === undefined) throw new Error(`no process ${name}`);
    this.#starting.add(name);
    ensureRunning(this.stack, spec)
      // It ended again, or is not ready during a fault: the next round checks it.
      .catch(() => sleep(RETRY_MS))
      .finally(() => this.#starting.delete(name));
  }

  /**
   * Signals a process with all its children: the first process before its children are listed, so that it
   * starts no more.
   * @param {string} name
   * @param {NodeJS.Signals} signal
   */
  #signal(name, signal) {
    const record = readRecord(this.stack.recordFile(name));
    if (record === undefined || !isAlive(record)) throw new Error(`${name} does not run`);
    if (signal !== 'SIGCONT') process.kill(record.pid, 'SIGSTOP');
    for (const pid of treeOf(record.pid)) {
      try {
        process.kill(pid, signal);
      } catch {
        // The worker has ended meanwhile.
      }
    }
  }
}
