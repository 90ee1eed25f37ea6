// @ts-check
import { connect } from 'node:net';

/**
 * Result of a tip: `shed` is a 429 or 503 with Retry-After, `failed` any other response, or a connection that
 * broke.
 * @typedef {'settled' | 'shed' | 'failed'} Outcome
 * @typedef {(connection: TipConnection, outcome: Outcome) => void} Finish
 */

const HEAD_END = '\r\n\r\n';
/**
 * Number of connections opened at once: the gateway accepts a burst only as fast as its connection queue
 * allows.
 */
const OPENED_AT_ONCE = 100;

/**
 * A plain socket with one request under way at a time: a client library would take more of the cores than the
 * measured processes.
 */
export class TipConnection {
  /** Time at which the current request was due, by `performance.now()`. */
  dueAt = 0;
  isOpen = true;
  #isWaiting = false;
  #received = '';
  /** @type {import('node:net').Socket | null} */
  #socket = null;
  /** @type {Finish} */
  #finish;

  /** @param {Finish} finish */
  constructor(finish) {
    this.#finish = finish;
  }

  /**
   * @param {number} port
   * @param {number} count
   * @param {Finish} finish called with the result of each request
   * @returns {Promise<TipConnection[]>}
   */
  static async openAll(port, count, finish) {
    const all = /** @type {TipConnection[]} */ ([]);
    while (all.length < count) {
      const length = Math.min(OPENED_AT_ONCE, count - all.length);
      all.push(...(await Promise.all(Array.from({ length }, () => TipConnection.#open(port, finish)))));
    }
    return all;
  }

  /**
   * @param {number} port
   * @param {Finish} finish
   * @returns {Promise<TipConnection>}
   */
  static #open(port, finish) {
    const connection = new TipConnection(finish);
    return new Promise((resolve, reject) => {
      const onread = {
        buffer: Buffer.allocUnsafe(4096),
        callback: (/** @type {number} */ length, /** @type {Uint8Array} */ bytes) => {
          connection.#read(/** @type {Buffer} */ (bytes), length);
          return true;
        },
      };
      connection.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread }, () =>
        resolve(connection),
      );
      connection.#socket.on('error', reject).on('close', () => connection.#lose());
    });
  }

  /** @param {string | Buffer} request @param {number} dueAt */
  send(request, dueAt) {
    this.dueAt = dueAt;
    this.#isWaiting = true;
    this.#socket?.write(request);
  }

  close() {
    this.#socket?.destroy();
  }

  /** @param {Buffer} bytes @param {number} length */
  #read(bytes, length) {
    this.#received += bytes.toString('latin1', 0, length);
    const end = this.#received.indexOf(HEAD_END);
    if (end < 0) return;
    const bodyLength = Number(/content-length: (\d+)/i.exec(this.#received)?.[1] ?? 0);
    if (this.#received.length < end + HEAD_END.length + bodyLength) return;
    const outcome = outcomeOf(this.#received);
    this.#received = '';
    this.#isWaiting = false;
    this.#finish(this, outcome);
  }

  #lose() {
    this.isOpen = false;
    if (!this.#isWaiting) return;
    this.#isWaiting = false;
    this.#finish(this, 'failed');
  }
}

/** @param {string} response @returns {Outcome} */
function outcomeOf(response) {
  const status = response.slice(9, 12);
  if (status === '200') return 'settled';
  return (status === '503' || status === '429') && /\nretry-after: \d/i.test(response) ? 'shed' : 'failed';
}
