// @ts-check
import { setTimeout as sleep } from 'node:timers/promises';
import { callHttp } from '../machine/http-call.mjs';

const CALL_MS = 10_000;
const TRIES = 8;

/**
 * @typedef {Omit<import('../machine/http-call.mjs').HttpCall, 'headers' | 'timeoutMs'> & { idempotencyKey?:
 *   string, mayRepeat?: boolean }} Call `mayRepeat`: whether a request without a response may be repeated; by
 *   default for a GET and with a key
 */

/**
 * Opens the site's HTTP API as a browser uses it. Limits and outages are retried; other rejections are
 * returned.
 * @param {string} base for instance http://127.0.0.1:8080
 */
export function openApi(base) {
  return async (
    /** @type {string} */ path,
    { idempotencyKey, mayRepeat, ...call } = /** @type {Call} */ ({}),
  ) => {
    const isGet = call.method === undefined && call.json === undefined && call.form === undefined;
    const isRepeatable = mayRepeat ?? (isGet || idempotencyKey !== undefined);
    /** @type {Record<string, string>} */
    const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    for (let tries = 1; ; tries += 1) {
      const response = await callHttp(base + path, { ...call, headers, timeoutMs: CALL_MS }).catch(
        (/** @type {Error} */ error) => error,
      );
      const isLost = response instanceof Error || response.status >= 500;
      const isTurnedAway = !(response instanceof Error) && response.status === 429;
      if (tries < TRIES && (isTurnedAway || (isLost && isRepeatable))) {
        await sleep(Math.min(2_000, 100 * 2 ** tries));
        continue;
      }
      if (response instanceof Error) throw response;
      return response;
    }
  };
}
