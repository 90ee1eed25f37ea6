// @ts-check
import { randomBytes } from 'node:crypto';
import { quantiles } from '../../libs/stack/bench/figures.mjs';
import { sendLoad } from '../../libs/stack/bench/send-load.mjs';

// A process that offers tips at a constant rate, and reports their results and its own CPU time.

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
 * @property {number} settledInAll during the load and after it
 * @property {{ settled: number, p99: number }[]} bySecond in which they were due
 * @property {number} cpuUs of this process, until its last response
 */

const BODY = '{"amount":0.000001}';
/** The last twelve digits of the idempotency key, which are rewritten for each tip. */
const KEY_DIGITS = 12;

process.once('message', (/** @type {Job} */ job) =>
  offer(job).then((result) => process.send?.(result, () => process.exit())),
);
process.once('disconnect', () => process.exit());

/** @param {Job} job @returns {Promise<Offered>} */
async function offer({ port, tips, ...load }) {
  const requests = tips.map(requestOf);
  let keys = 0;
  const nextRequest = () => {
    const { bytes, keyAt } = /** @type {Request} */ (requests[keys % requests.length]);
    keys += 1;
    bytes.write(keys.toString(16).padStart(KEY_DIGITS, '0'), keyAt, 'latin1');
    return bytes;
  };
  const { results, startedAt, endsAt, ...sent } = await sendLoad(port, nextRequest, {
    ...{ ...load, status: 200, givesUp: true },
  });
  const count = (/** @type {string} */ wanted) =>
    results.filter(({ outcome, at }) => outcome === wanted && at < endsAt).length;
  const settled = results.filter(({ outcome }) => outcome === 'settled');
  const latencies = (/** @type {typeof results} */ of) => quantiles(of.map(({ at, dueAt }) => at - dueAt));
  const bySecond = Array.from({ length: Math.ceil(load.seconds) }, (_, second) => {
    const due = settled.filter(({ dueAt }) => Math.floor((dueAt - startedAt) / 1000) === second);
    return { settled: due.length, p99: latencies(due).p99 };
  });
  const counted = { settled: count('settled'), shed: count('shed'), failed: count('failed') };
  return { ...sent, ...counted, settledInAll: settled.length, ...latencies(settled), bySecond };
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
