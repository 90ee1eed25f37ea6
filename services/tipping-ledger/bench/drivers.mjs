// @ts-check
import pg from 'pg';
import { newAmount, newKey } from './world.mjs';

/**
 * @typedef {import('./world.mjs').Load} Load
 * @typedef {object} Driven
 * @property {number} settled
 * @property {number} rejected anything else that came back
 * @property {number} [shed] of an open loop: 429 and 503 with Retry-After, which are not among `rejected`
 * @property {number} [p50] milliseconds
 * @property {number} [p99]
 */

const BATCH = 256;
const SETTLE = 'SELECT * FROM settle_tips($1, $2, $3, $4)';

/**
 * Batches of 256 straight to the SQL function.
 * @param {string} url
 * @param {Load} load
 * @param {{ seconds: number, connections: number, closeEveryMs?: number }} options the last one closes epochs
 *   beside it, so that most accounts must be settled before they move
 * @returns {Promise<Driven>}
 */
export async function driveSql(url, load, { seconds, connections, closeEveryMs }) {
  const counted = { settled: 0, rejected: 0 };
  const work = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const column = (/** @type {() => unknown} */ of) => Array.from({ length: BATCH }, of);
    const nextBatch = () => [column(newKey), column(load.payer), column(load.post), column(newAmount)];
    let values = nextBatch();
    let closeAt = performance.now();
    const until = closeAt + seconds * 1000;
    while (performance.now() < until) {
      if (closeEveryMs !== undefined && performance.now() > closeAt) {
        await client.query('SELECT close_epoch()');
        closeAt += closeEveryMs;
      }
      const response = client.query({ name: 'settle', text: SETTLE, values });
      // Postgres has this batch already; meanwhile the next one is made.
      values = nextBatch();
      const { rows } = await response;
      for (const { outcome } of rows) counted[outcome === 'settled' ? 'settled' : 'rejected'] += 1;
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: connections }, work));
  return counted;
}

/**
 * Requests for tips by random members among those signed in.
 * @param {Load} load
 * @param {string[]} tokens
 * @returns {() => string}
 */
export function tipRequests(load, tokens) {
  const heads = tokens.map(
    (token) =>
      `Host: bench\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: `,
  );
  return () => {
    const body = `{"amount":${newAmount() / 1e9}}`;
    const head = heads[Math.floor(Math.random() * heads.length)];
    return `POST /api/posts/${load.post()}/like HTTP/1.1\r\nIdempotency-Key: ${newKey()}\r\n${head}${body.length}\r\n\r\n${body}`;
  };
}
