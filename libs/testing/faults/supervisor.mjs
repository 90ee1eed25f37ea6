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
 * Starts again what has ended, as Kubernetes does, and nothing else: it looks at no health, so that a process that lives has
 * to recover by itself.
 */
export class Supervisor {
  /** @type {Map<string, ProcessSpec>} */
  #specs;
  /** Ended, and not to be started again yet. @type {Set<string>} */
  #down = new Set();
  /** @type {Set<string>} */
  #starting = new Set();
  #isOver = false;
  /** @type {Promise<void>} */
  #round;
  /** How often processes ended that nobody killed, by name. @type {Map<string, number>} */
  #ends = new Map();

  /**
   * @param {Stack} stack
   * @param {ProcessSpec[]} specs
   */
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

  /** Lets a process that was killed be started again. @param {string} name */
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

  /** @returns {Promise<string[]>} who cannot serve */
  async unready() {
    const asked = [...this.#specs.values()].map(async ({ name, probe }) => ((await probe()) ? [] : [name]));
    return (await Promise.all(asked)).flat();
  }

  /** How often which process has ended by itself since this was asked last: what a person would call a crash. */
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
      // It ended again, or is not ready while a fault goes on: the next round looks.
      .catch(() => sleep(RETRY_MS))
      .finally(() => this.#starting.delete(name));
  }

  /**
   * To a process with all that it started: the first one before its children are counted, so that it makes no more.
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
        // A worker that ended meanwhile.
      }
    }
  }
}
