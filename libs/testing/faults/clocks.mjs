// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstReplicaOf } from '../../stack/app/second-replicas.mjs';
import { findFaketime } from '../../stack/machine/binaries.mjs';

/**
 * @typedef {import('../../stack/processes/ensure-running.mjs').ProcessSpec} ProcessSpec
 */

const SWING_MS = 1000;

/** Clocks of the first and of the second replicas, in seconds. @type {Record<string, [string, string]>} */
const OFFSETS = {
  ahead: ['+300', '+0'],
  behind: ['-300', '+0'],
  apart: ['+300', '-300'],
  seconds: ['+3', '-3'],
  fast: ['+0 x1.5', '+0'],
};

/** Processes whose clocks are changed: both replicas of each that uses the time; no servers. */
const WEARERS = ['gateway', 'auth', 'posts', 'tipping-ledger', 'wallet-chain-watcher'];

/**
 * Clocks of some processes, which can be set while they run. Timers and deadlines follow the monotonic clock.
 */
export class Clocks {
  /** @type {NodeJS.Timeout | undefined} */
  #swing;

  /** @param {string} folder of the files that set them */
  constructor(folder) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    this.set(undefined);
  }

  /**
   * Returns the same process with an adjustable clock, if it uses the time.
   * @param {ProcessSpec} spec
   * @returns {ProcessSpec}
   */
  wornBy(spec) {
    const library = findFaketime();
    if (library === undefined) throw new Error('there is no libfaketime');
    if (!WEARERS.includes(firstReplicaOf(spec.name))) return spec;
    const env = {
      ...spec.env,
      [process.platform === 'darwin' ? 'DYLD_INSERT_LIBRARIES' : 'LD_PRELOAD']: library,
      FAKETIME_TIMESTAMP_FILE: this.#fileOf(spec.name === firstReplicaOf(spec.name)),
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
    return { ...spec, env };
  }

  /** @param {string | undefined} fault one of CLOCK_FAULTS; undefined sets all clocks right */
  set(fault) {
    clearInterval(this.#swing);
    if (fault === 'back-and-forth') this.#swingBetween('+3', '-3');
    else this.#write(...(OFFSETS[fault ?? ''] ?? ['+0', '+0']));
  }

  /** @param {string} one @param {string} other */
  #swingBetween(one, other) {
    let turn = 0;
    const swing = () => this.#write(turn % 2 === 0 ? one : other, (turn += 1) % 2 === 0 ? one : other);
    swing();
    this.#swing = setInterval(swing, SWING_MS);
  }

  /**
   * @param {string} first of the first replicas
   * @param {string} second
   */
  #write(first, second) {
    writeFileSync(this.#fileOf(true), `${first}\n`);
    writeFileSync(this.#fileOf(false), `${second}\n`);
  }

  /** @param {boolean} isFirst */
  #fileOf(isFirst) {
    return join(this.folder, isFirst ? 'first-replicas' : 'second-replicas');
  }
}
