// @ts-check
import { connect } from 'node:net';
import { quantiles } from '../../services/tipping-ledger/bench/drivers.mjs';

/**
 * @typedef {object} Driven
 * @property {number} settled responses of the wanted status
 * @property {number} rejected any other
 * @property {number} p50 milliseconds
 * @property {number} p99
 */

const HEAD_BYTES = 2000;

/**
 * Keep-alive connections, each asking again as soon as it is answered. Plain sockets that look at the head alone: a client
 * library would take more of the two cores than what is measured.
 * @param {number} port
 * @param {() => string} nextRequest
 * @param {{ seconds: number, connections: number, status: number }} options
 * @returns {Promise<Driven>}
 */
export async function drive(port, nextRequest, { seconds, connections, status }) {
  const until = performance.now() + seconds * 1000;
  const counted = { settled: 0, rejected: 0 };
  const took = /** @type {number[]} */ ([]);
  const work = () =>
    new Promise((resolve, reject) => {
      const open = () => {
        const socket = connect(port, '127.0.0.1', () => socket.setNoDelay(true) && send());
        let startedAt = 0;
        let head = '';
        let left = -1;
        const send = () => {
          startedAt = performance.now();
          head = '';
          left = -1;
          socket.write(nextRequest());
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
          took.push(performance.now() - startedAt);
          counted[head.startsWith(String(status), 9) ? 'settled' : 'rejected'] += 1;
          // nginx ends a connection after a thousand requests.
          if (performance.now() < until && !/^connection: close/im.test(head)) send();
          else socket.destroy();
        });
        socket.on('error', reject);
        socket.on('close', () => (performance.now() < until ? open() : resolve(undefined)));
      };
      open();
    });
  await Promise.all(Array.from({ length: connections }, work));
  return { ...counted, ...quantiles(took) };
}
