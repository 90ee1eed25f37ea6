// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';

const CALL_MS = 10_000;
const TRIES = 8;

/**
 * @typedef {object} ApiResponse
 * @property {number} status
 * @property {any} body
 */

/**
 * @typedef {object} Call
 * @property {string} [method]
 * @property {string} [token]
 * @property {unknown} [json]
 * @property {FormData} [form] sent instead of JSON
 * @property {string} [idempotencyKey]
 * @property {boolean} [mayRepeat] whether a request without a response may be repeated; by default for a GET
 *   and with a key
 */

/**
 * @param {string} base
 * @param {string} path
 * @param {Call} call
 * @returns {Promise<ApiResponse>}
 */
async function once(base, path, { method = 'GET', token, json, form, idempotencyKey }) {
  /** @type {Record<string, string>} */
  const headers = { accept: 'application/json' };
  if (token) headers.authorization = `Bearer ${token}`;
  if (json !== undefined) headers['content-type'] = 'application/json';
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
  const response = await fetch(base + path, {
    method,
    headers,
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(form === undefined ? {} : { body: form }),
    signal: AbortSignal.timeout(CALL_MS),
  });
  const text = await response.text();
  try {
    return { status: response.status, body: JSON.parse(text) };
  } catch {
    return { status: response.status, body: { error: text.slice(0, 200) } };
  }
}

/**
 * Opens the site's HTTP API as a browser uses it. Limits and outages are retried; other rejections are
 * returned.
 * @param {string} base for instance http://127.0.0.1:8080
 */
export function openApi(base) {
  return async (/** @type {string} */ path, /** @type {Call} */ call = {}) => {
    const mayRepeat = call.mayRepeat ?? (call.method === undefined || call.idempotencyKey !== undefined);
    for (let tries = 1; ; tries += 1) {
      const response = await once(base, path, call).catch((/** @type {Error} */ error) => error);
      const isLost = response instanceof Error || response.status >= 500;
      const isTurnedAway = !(response instanceof Error) && response.status === 429;
      if (tries < TRIES && (isTurnedAway || (isLost && mayRepeat))) {
        await sleep(Math.min(2_000, 100 * 2 ** tries));
        continue;
      }
      if (response instanceof Error) throw new Error(`${call.method ?? 'GET'} ${path}: ${response.message}`);
      return response;
    }
  };
}
