// @ts-check
import { connect } from 'node:net';

/**
 * Result of a request: `settled` is a response with the wanted status, `shed` a 429 or 503 with Retry-After,
 * `failed` any other response, or a connection that broke.
 * @typedef {'settled' | 'shed' | 'failed'} Outcome
 *
 * @typedef {object} Listener
 * @property {number} status the wanted one
 * @property {(outcome: Outcome, dueAt: number) => void} finished a request has its result
 * @property {(connection: HttpConnection) => void} free the connection can send its next request
 */

const HEAD_END = '\r\n\r\n';
/** Any head fits; of a body no more than this is made into a text. */
const HEAD_BYTES = 2000;
const BUFFER_BYTES = 16 * 1024;
/**
 * Number of connections opened at once: the gateway accepts a burst only as fast as its connection queue
 * allows.
 */
const OPENED_AT_ONCE = 100;

/**
 * A keep-alive connection with one request under way at a time. It is a plain socket that reads only the head
 * of a response: a client library would take more of the cores than the measured processes.
 */
export class HttpConnection {
  /** Time at which the current request was due, by `performance.now()`. */
  #dueAt = 0;
  /** @type {'opening' | 'free' | 'waiting' | 'over'} */
  #state = 'opening';
  #head = '';
  /** Bytes that the body still lacks; -1 while the head is read. */
  #left = -1;
  /** @type {import('node:net').Socket | null} */
  #socket = null;
  #buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  #port;
  #listener;

  /** @param {number} port @param {Listener} listener */
  constructor(port, listener) {
    this.#port = port;
    this.#listener = listener;
  }

  /**
   * @param {number} port
   * @param {number} count
   * @param {Listener} listener also told of each connection once it is open
   * @returns {Promise<HttpConnection[]>}
   */
  static async openAll(port, count, listener) {
    const all = Array.from({ length: count }, () => new HttpConnection(port, listener));
    for (let from = 0; from < count; from += OPENED_AT_ONCE)
      await Promise.all(all.slice(from, from + OPENED_AT_ONCE).map((connection) => connection.#open()));
    return all;
  }

  /** @returns {Promise<void>} */
  #open() {
    return new Promise((resolve, reject) => {
      const callback = (/** @type {number} */ length) => {
        this.#read(length);
        return true;
      };
      const onread = { buffer: this.#buffer, callback };
      this.#socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true, onread }, () => {
        // One that was idle when it was closed is still free, or has been given its next request.
        if (this.#state === 'opening') this.#beFree();
        resolve();
      });
      this.#socket.on('error', reject).on('close', (hadError) => this.#lose(hadError));
    });
  }

  /** @param {string | Buffer} request @param {number} dueAt */
  send(request, dueAt) {
    this.#dueAt = dueAt;
    this.#state = 'waiting';
    this.#socket?.write(request);
  }

  close() {
    this.#state = 'over';
    this.#socket?.destroy();
  }

  /** @param {number} length of what has arrived in the buffer */
  #read(length) {
    if (this.#left >= 0) this.#left -= length;
    else {
      const before = this.#head.length;
      this.#head += this.#buffer.toString('latin1', 0, Math.min(length, HEAD_BYTES));
      const end = this.#head.indexOf(HEAD_END);
      if (end < 0) return;
      const bodyLength = Number(/content-length: (\d+)/i.exec(this.#head)?.[1] ?? 0);
      this.#left = bodyLength - (before + length - end - HEAD_END.length);
    }
    if (this.#left > 0) return;
    const head = this.#head;
    this.#finish(outcomeOf(head, this.#listener.status));
    // nginx closes a connection after a thousand requests.
    if (!/^connection: close/im.test(head)) this.#beFree();
  }

  /** @param {boolean} hadError without which it opens again */
  #lose(hadError) {
    if (this.#state === 'waiting') this.#finish('failed');
    if (this.#state !== 'over' && !hadError) this.#open().catch(() => undefined);
  }

  #beFree() {
    this.#state = 'free';
    this.#listener.free(this);
  }

  /** @param {Outcome} outcome */
  #finish(outcome) {
    this.#state = 'opening';
    this.#head = '';
    this.#left = -1;
    this.#listener.finished(outcome, this.#dueAt);
  }
}

/** @param {string} head @param {number} wanted @returns {Outcome} */
function outcomeOf(head, wanted) {
  const status = Number(head.slice(9, 12));
  if (status === wanted) return 'settled';
  return (status === 503 || status === 429) && /\nretry-after: \d/i.test(head) ? 'shed' : 'failed';
}
