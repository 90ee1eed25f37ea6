// @ts-check
import { randomBytes } from 'node:crypto';
import { quantiles } from '../../libs/stack/bench/figures.mjs';
import { TipConnection } from '../../libs/stack/bench/tip-connection.mjs';

// A process that offers tips at a constant rate, and reports their results and its own CPU time. Each
// connection has one request under way at a time. A tip that is due while all connections wait is not sent,
// as a person who still waits would not send it.

/**
 * @typedef {object} Job
 * @property {number} port
 * @property {number} connections
 * @property {number} offered per second; at Infinity each connection sends again as soon as it has its
 *   response
 * @property {number} seconds
 * @property {{ token: string, post: number }[]} tips who tips what
 *
 * @typedef {object} Offered
 * @property {number} sent
 * @property {number} unsent due while no connection was idle
 * @property {number} settled during the load, as are `shed` and `failed`
 * @property {number} shed 429 and 503 with Retry-After
 * @property {number} failed any other response, and connections that broke
 * @property {number} p50 milliseconds from the time at which a settled tip was due
 * @property {number} p99
 * @property {number[]} p99BySecond
 * @property {number} cpuUs of this process
 */

const TICK_MS = 2;
const GRACE_MS = 5000;
const BODY = '{"amount":0.000001}';
/** The last twelve digits of the idempotency key, which are rewritten for each tip. */
const KEY_DIGITS = 12;

process.once('message', (/** @type {Job} */ job) =>
  offer(job).then((result) => process.send?.(result, () => process.exit())),
);
process.once('disconnect', () => process.exit());

/**
 * @param {Job} job
 * @returns {Promise<Offered>}
 */
async function offer({ port, connections, offered, seconds, tips }) {
  const counted = { sent: 0, unsent: 0, settled: 0, shed: 0, failed: 0 };
  const took = /** @type {{ second: number, ms: number }[]} */ ([]);
  const requests = tips.map(requestOf);
  const idle = /** @type {TipConnection[]} */ ([]);
  let [startedAt, isOver, underWay, keys] = [0, false, 0, 0];

  const all = await TipConnection.openAll(port, connections, (connection, outcome) => {
    underWay -= 1;
    const now = performance.now();
    if (!isOver) counted[outcome] += 1;
    if (outcome === 'settled')
      took.push({ second: Math.floor((connection.dueAt - startedAt) / 1000), ms: now - connection.dueAt });
    if (connection.isOpen) idle.push(connection);
    if (offered === Infinity && !isOver) sendOne(now);
  });
  idle.push(...all);

  /** @param {number} dueAt */
  function sendOne(dueAt) {
    const connection = idle.pop();
    if (!connection) return false;
    const { bytes, keyAt } = /** @type {Request} */ (requests[keys % requests.length]);
    keys += 1;
    bytes.write(keys.toString(16).padStart(KEY_DIGITS, '0'), keyAt, 'latin1');
    connection.send(bytes, dueAt);
    underWay += 1;
    counted.sent += 1;
    return true;
  }

  const before = process.cpuUsage();
  startedAt = performance.now();
  if (offered === Infinity) while (sendOne(performance.now()));
  else {
    const total = offered * seconds;
    let due = 0;
    await new Promise((resolve) => {
      const timer = setInterval(() => {
        const now = performance.now();
        const dueNow = Math.min(total, ((now - startedAt) * offered) / 1000);
        for (; due < dueNow; due += 1) if (!sendOne(startedAt + (due * 1000) / offered)) counted.unsent += 1;
        if (due >= total) resolve(clearInterval(timer));
      }, TICK_MS);
    });
  }
  await until(() => performance.now() >= startedAt + seconds * 1000, seconds * 1000);
  isOver = true;
  const { user, system } = process.cpuUsage(before);
  await until(() => underWay === 0, GRACE_MS);
  for (const connection of all) connection.close();
  const ms = took.map((each) => each.ms);
  const bySecond = Array.from(
    { length: Math.ceil(seconds) },
    (_, second) => quantiles(took.filter((each) => each.second === second).map((each) => each.ms)).p99,
  );
  return { ...counted, ...quantiles(ms), p99BySecond: bySecond, cpuUs: user + system };
}

/** @param {() => boolean} isSo @param {number} withinMs */
async function until(isSo, withinMs) {
  const end = performance.now() + withinMs + 1;
  while (!isSo() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** @typedef {{ bytes: Buffer, keyAt: number }} Request */

/**
 * Built once and sent many times, so that building requests does not take CPU time from the server.
 * @param {{ token: string, post: number }} tip
 * @returns {Request}
 */
function requestOf({ token, post }) {
  const key = `${process.pid.toString(16).padStart(8, '0')}-${randomBytes(2).toString('hex')}-7000-8000-`;
  const head = `POST /api/posts/${post}/like HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\nIdempotency-Key: ${key}`;
  const text = `${head}${'0'.repeat(KEY_DIGITS)}\r\n\r\n${BODY}`;
  return { bytes: Buffer.from(text, 'latin1'), keyAt: head.length };
}
