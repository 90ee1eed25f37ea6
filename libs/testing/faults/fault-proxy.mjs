// @ts-check
import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * @typedef {import('./matrix.mjs').LinkFault} LinkFault
 * @typedef {'http' | 'stream'} Protocol of a connection: requests with replies, or messages in both
 *   directions as long as it lasts
 * @typedef {import('node:net').Socket} Socket
 */

/** Interval of faults in HTTP: the first reply is cut or corrupted, and every fifth one after it. */
const SPOILT_EVERY = 5;
/** Average time before a connection of another protocol is cut or corrupted. */
const SPOILT_AFTER_MS = 2000;
const LATENCY_MS = { least: 200, most: 800 };
/** Number of bytes that a direction may hold back before it accepts no more. */
const MAX_HELD_BYTES = 1024 * 1024;

const SPOILT_REPLIES = [
  ['500 Internal Server Error', 'text/html', '<html><body>Internal Server Error</body></html>'],
  ['200 OK', 'application/json', '{"result": [<html>'],
].map(
  ([status, type, body = '']) =>
    `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
);

/** A link between two processes that can be made to fail at any moment, in user space. */
export class FaultProxy {
  /** @type {Set<Link>} */
  #links = new Set();
  /** @type {LinkFault | undefined} */
  #fault;
  /** Number of chunks that were affected by the current fault. */
  struck = 0;
  #replies = 0;

  /**
   * @param {number} port where it listens
   * @param {() => void} close
   */
  constructor(port, close) {
    this.port = port;
    this.close = () => {
      for (const link of this.#links) link.destroy();
      close();
    };
  }

  /**
   * @param {number} target on this machine
   * @param {Protocol} protocol
   * @returns {Promise<FaultProxy>}
   */
  static async to(target, protocol) {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) =>
      proxy.#join(near, target, protocol),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    const proxy = new FaultProxy(port, () => void server.close());
    return proxy;
  }

  /**
   * Sets the fault of the link.
   * - `blackhole`: nothing passes, without an error; the data arrives once it is over, as after a partition
   * - `latency`: replies are 500 ± 300 ms late
   * - `reset`: a reply ends in the middle, and its connection with it
   * - `garbage`: in HTTP, a fifth of the replies are errors or not JSON; elsewhere, a connection's bytes are
   *   invalid in its protocol from some moment on
   * @param {LinkFault | undefined} fault undefined removes it
   */
  set(fault) {
    this.#fault = fault;
    if (fault) this.struck = this.#replies = 0;
    for (const link of this.#links) link.set(fault);
  }

  /** @param {Socket} near @param {number} target @param {Protocol} protocol */
  #join(near, target, protocol) {
    const link = new Link(
      near,
      target,
      protocol,
      () => (this.struck += 1),
      () => (this.#replies += 1) % SPOILT_EVERY === 1,
    );
    link.set(this.#fault);
    this.#links.add(link);
    near.once('close', () => this.#links.delete(link));
  }
}

/** One incoming connection, and ours to its target. */
class Link {
  #spoiltAt = Infinity;
  /** @type {LinkFault | undefined} */
  #fault;
  /** @type {Flow | undefined} */
  #spoiltFlow;

  /**
   * @param {Socket} near
   * @param {number} target
   * @param {Protocol} protocol
   * @param {() => void} tell called when a fault has affected a chunk
   * @param {() => boolean} isTurn whether this HTTP reply is to be corrupted
   */
  constructor(near, target, protocol, tell, isTurn) {
    this.isTurn = isTurn;
    this.protocol = protocol;
    this.tell = tell;
    this.near = near;
    this.far = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    /** @type {Flow} */
    this.up = new Flow(this.near, this.far, (chunk) => this.#spoil(this.up, chunk));
    /** @type {Flow} */
    this.down = new Flow(this.far, this.near, (chunk) => this.#spoil(this.down, chunk));
  }

  destroy() {
    for (const socket of [this.near, this.far]) socket.resetAndDestroy();
  }

  /** @param {LinkFault | undefined} fault */
  set(fault) {
    this.#fault = fault;
    const spoils = fault === 'reset' || fault === 'garbage';
    this.#spoiltAt = spoils ? Date.now() - Math.log(1 - Math.random()) * SPOILT_AFTER_MS : Infinity;
    for (const flow of [this.up, this.down]) flow.delay(delayOf(flow === this.down, fault));
  }

  /** @param {Flow} flow @param {Buffer} chunk @returns {Buffer | null} the bytes to forward instead */
  #spoil(flow, chunk) {
    if (this.#spoiltFlow) return this.#spoiltFlow === flow ? this.#noise(chunk) : chunk;
    if (this.#fault === 'blackhole' || this.#fault === 'latency') this.tell();
    if (this.#fault !== 'reset' && this.#fault !== 'garbage') return chunk;
    const isReply = flow === this.down;
    if (this.protocol === 'http') {
      const isDue = isReply && chunk.toString('latin1', 0, 5) === 'HTTP/' && this.isTurn();
      if (!isDue) return chunk;
      return this.#fault === 'reset' ? this.#cut(chunk) : this.#replace();
    }
    if (Date.now() < this.#spoiltAt) return chunk;
    if (this.#fault === 'reset') return isReply ? this.#cut(chunk) : chunk;
    this.#spoiltFlow = flow;
    return this.#noise(chunk);
  }

  /** Replaces a chunk with bytes with which no message of our protocols begins. @param {Buffer} chunk */
  #noise({ length }) {
    this.tell();
    const bytes = randomFillSync(Buffer.alloc(length));
    bytes[0] = 0xff;
    return bytes;
  }

  /** @param {Buffer} chunk */
  #cut(chunk) {
    this.#endFlows();
    this.near.write(chunk.subarray(0, chunk.length / 2), () => this.destroy());
    return null;
  }

  #replace() {
    this.#endFlows();
    this.near.end(SPOILT_REPLIES[Math.floor(Math.random() * SPOILT_REPLIES.length)] ?? '');
    this.far.destroy();
    return null;
  }

  #endFlows() {
    this.tell();
    for (const flow of [this.up, this.down]) flow.isOver = true;
  }
}

/** Data in one direction, in order; each chunk is forwarded when it is due. */
class Flow {
  /** True once the link alone ends its sockets. */
  isOver = false;
  /** Chunks that are held back; null is the end. @type {{ piece: Buffer | null, dueAt: number }[]} */
  #held = [];
  #heldBytes = 0;
  #delayOf = () => 0;
  /** @type {NodeJS.Timeout | undefined} */
  #timer;
  /** @type {(() => void) | undefined} */
  #whenPassed;

  /** @param {Socket} from @param {Socket} to @param {(chunk: Buffer) => Buffer | null} spoil */
  constructor(from, to, spoil) {
    this.from = from;
    this.to = to;
    from.on('data', (chunk) => {
      const piece = spoil(chunk);
      if (piece !== null) this.#push(piece);
    });
    from.on('end', () => this.#push(null));
    from.on('error', () => this.#afterAll(() => to.resetAndDestroy()));
    from.on('close', () => this.#afterAll(() => to.destroySoon()));
    to.on('drain', () => from.resume());
  }

  /** @param {() => number} delayOf delay of a chunk from now on, including those already held */
  delay(delayOf) {
    this.#delayOf = delayOf;
    for (const entry of this.#held) if (entry.dueAt === Infinity) entry.dueAt = Date.now();
    this.#pass();
  }

  /** @param {Buffer | null} piece */
  #push(piece) {
    if (this.isOver) return;
    const earliest = this.#held.at(-1)?.dueAt ?? 0;
    this.#held.push({ piece, dueAt: Math.max(earliest, Date.now() + this.#delayOf()) });
    this.#heldBytes += piece?.length ?? 0;
    if (this.#heldBytes > MAX_HELD_BYTES) this.from.pause();
    this.#pass();
  }

  #pass() {
    clearTimeout(this.#timer);
    const now = Date.now();
    for (let next; (next = this.#held[0]) && next.dueAt <= now; this.#held.shift()) {
      this.#heldBytes -= next.piece?.length ?? 0;
      if (next.piece === null) this.to.end();
      else if (!this.to.write(next.piece)) this.from.pause();
    }
    if (this.#heldBytes <= MAX_HELD_BYTES && !this.to.writableNeedDrain) this.from.resume();
    const next = this.#held[0];
    if (next === undefined) {
      this.#whenPassed?.();
      this.#whenPassed = undefined;
    } else if (next.dueAt < Infinity) this.#timer = setTimeout(() => this.#pass(), next.dueAt - now);
  }

  /** @param {() => void} work */
  #afterAll(work) {
    if (this.isOver) return;
    // During a partition neither side learns that the other one has closed.
    if (this.#held.length === 0 && this.#delayOf() < Infinity) work();
    else this.#whenPassed = work;
  }
}

/** @param {boolean} isReply @param {LinkFault | undefined} fault */
function delayOf(isReply, fault) {
  if (fault === 'blackhole') return () => Infinity;
  const { least, most } = LATENCY_MS;
  return () => (fault === 'latency' && isReply ? least + Math.random() * (most - least) : 0);
}
