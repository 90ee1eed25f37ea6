// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { HttpConnection } from './http-connection.mjs';

/** Interval of the check for due requests in milliseconds. */
const TICK_MS = 1;
/** Time after the end of the load after which requests without a response are left alone. */
const GRACE_MS = 5000;

/**
 * Sends requests over keep-alive connections. In a closed loop each connection sends its next request as soon
 * as it has a response. With `offered`, that many requests a second are due, whether or not those before have
 * their response: each leaves on an idle connection or waits for one.
 * @param {number} port
 * @param {() => string | Buffer} nextRequest
 * @param {object} options
 * @param {number} options.connections
 * @param {number} options.status the wanted one
 * @param {number} options.seconds
 * @param {number} [options.offered] a second; Infinity is the closed loop
 * @param {boolean} [options.givesUp] never sends what is due while no connection is idle, as a person who still
 *   waits would not send it
 * @returns results in their order, times by `performance.now()`, and the CPU time of this process until the
 *   last of them
 */
export async function sendLoad(port, nextRequest, options) {
  const { connections, status, seconds, offered = Infinity, givesUp = false } = options;
  const isClosed = offered === Infinity;
  const results = /** @type {{ outcome: Outcome, dueAt: number, at: number }[]} */ ([]);
  const idle = /** @type {HttpConnection[]} */ ([]);
  let [startedAt, endsAt, sent, unsent] = [Infinity, -Infinity, 0, 0];

  const nextDueAt = () => (isClosed ? performance.now() : startedAt + ((sent + unsent) * 1000) / offered);
  const sendDue = () => {
    for (let dueAt = nextDueAt(); dueAt < endsAt && dueAt <= performance.now(); dueAt = nextDueAt()) {
      const connection = idle.pop();
      if (!connection && (isClosed || !givesUp)) return;
      connection?.send(nextRequest(), dueAt);
      if (connection) sent += 1;
      else unsent += 1;
    }
  };
  const all = await HttpConnection.openAll(port, connections, {
    status,
    finished: (outcome, dueAt) => void results.push({ outcome, dueAt, at: performance.now() }),
    free(connection) {
      idle.push(connection);
      sendDue();
    },
  });

  const cpuBefore = process.cpuUsage();
  startedAt = performance.now();
  endsAt = startedAt + seconds * 1000;
  const timer = setInterval(sendDue, TICK_MS);
  while (performance.now() < endsAt) await sleep(TICK_MS);
  const isOver = () => nextDueAt() >= endsAt && results.length === sent;
  while (!isOver() && performance.now() < endsAt + GRACE_MS) await sleep(TICK_MS);
  clearInterval(timer);
  const { user, system } = process.cpuUsage(cpuBefore);
  for (const connection of all) connection.close();
  return { results, sent, unsent, startedAt, endsAt, cpuUs: user + system };
}

/** @typedef {import('./http-connection.mjs').Outcome} Outcome */
