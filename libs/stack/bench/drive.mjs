// @ts-check
import { connect } from 'node:net';
import { quantiles } from './figures.mjs';

/**
 * @typedef {object} Driven
 * @property {number} settled responses with the wanted status
 * @property {number} rejected all other responses
 * @property {number} p50 milliseconds
 * @property {number} p99
 */

const HEAD_BYTES = 2000;

/** Interval of the check for due requests in milliseconds. */
const TICK_MS = 1;

/**
 * Runs keep-alive connections, each sending its next request as soon as it has a response. With `offered`, it
 * sends that many requests a second, each when it is due or, if all connections wait, as soon as one is free;
 * its time counts from when it was due. Uses plain sockets that read only the head of a response: a client
 * library would take more of the two cores than the measured processes.
 * @param {number} port
 * @param {() => string} nextRequest
 * @param {{ seconds: number, connections: number, status: number, offered?: number | undefined }} options
 * @returns {Promise<Driven>}
 */
export async function drive(port, nextRequest, { seconds, connections, status, offered }) {
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  const counted = { settled: 0, rejected: 0 };
  const took = /** @type {number[]} */ ([]);
  const turns = offered === undefined ? AT_ONCE : whenDue(startedAt, offered);
  const work = () =>
    new Promise((resolve, reject) => {
      const open = () => {
        const socket = connect(port, '127.0.0.1', () => socket.setNoDelay(true) && turns.take(send));
        let askedAt = 0;
        let head = '';
        let left = -1;
        const send = (/** @type {number} */ dueAt) => {
          if (performance.now() >= until) return socket.destroy();
          askedAt = dueAt;
          head = '';
          left = -1;
          return socket.write(nextRequest());
        };
        socket.on('data', (chunk) => {
          if (left >= 0) left -= chunk.length;
          else {
            head += chunk.toString('latin1', 0, HEAD_BYTES);
            const end = head.indexOf('\r\n\r\n');
            if (end < 0) return;
            const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
            left = length - (chunk.length - (end + 4));
          }
          if (left > 0) return;
          took.push(performance.now() - askedAt);
          counted[head.startsWith(String(status), 9) ? 'settled' : 'rejected'] += 1;
          // nginx closes a connection after a thousand requests.
          if (/^connection: close/im.test(head)) socket.destroy();
          else turns.take(send);
        });
        socket.on('error', reject);
        socket.on('close', () => (performance.now() < until ? open() : resolve(undefined)));
      };
      open();
    });
  await Promise.all(Array.from({ length: connections }, work)).finally(turns.end);
  return { ...counted, ...quantiles(took) };
}

/**
 * @typedef {(dueAt: number) => void} Send
 * @typedef {{ take: (send: Send) => void, end: () => void }} Turns gives each connection that is free its
 *   next request
 */

/** @type {Turns} */
const AT_ONCE = { take: (send) => send(performance.now()), end: () => undefined };

/**
 * Gives due requests to free connections, the earliest first. It continues after the end of the load, so that
 * each connection learns of the end.
 * @param {number} startedAt
 * @param {number} offered a second
 * @returns {Turns}
 */
function whenDue(startedAt, offered) {
  const idle = /** @type {Send[]} */ ([]);
  let asked = 0;
  const nextAt = () => startedAt + (asked * 1000) / offered;
  const sendAllDue = () => {
    for (; idle.length > 0 && nextAt() <= performance.now(); asked += 1) idle.pop()?.(nextAt());
  };
  const timer = setInterval(sendAllDue, TICK_MS);
  return {
    take(send) {
      idle.push(send);
      sendAllDue();
    },
    end: () => clearInterval(timer),
  };
}
