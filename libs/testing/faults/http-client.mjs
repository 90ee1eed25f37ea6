// @ts-check
import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: Infinity, scheduling: 'fifo' });

/**
 * @typedef {object} Call
 * @property {string} path
 * @property {'GET' | 'POST'} [method]
 * @property {string} [token]
 * @property {unknown} [body]
 * @property {Record<string, string>} [headers]
 * @property {number} [timeoutMs]
 */

/**
 * A reply. Status 0 means no complete or readable reply; `code` then says how the request ended.
 * @typedef {{ status: number, code: string, body: any }} Reply
 */

/** @type {Reply} a request that never reached the site */
export const NOT_SENT = { status: 0, code: 'not sent', body: undefined };

/**
 * Sends one request like a browser. It never throws.
 * @param {number} port
 * @param {Call} call
 * @returns {Promise<Reply>}
 */
export function ask(port, { path, method = 'GET', token, body, headers = {}, timeoutMs = 10_000 }) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve) => {
    const nothing = (/** @type {string} */ code) => resolve({ status: 0, code, body: undefined });
    const sent = request(
      {
        ...{ agent, host: '127.0.0.1', port, path, method, signal: AbortSignal.timeout(timeoutMs) },
        headers: {
          ...headers,
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(text),
          }),
        },
      },
      (response) => {
        /** @type {Buffer[]} */
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', () => nothing('cut off'));
        response.on('end', () =>
          resolve(replyOf(response.statusCode ?? 0, Buffer.concat(chunks).toString())),
        );
      },
    );
    sent.on('error', (error) =>
      nothing(error.name === 'AbortError' || error.name === 'TimeoutError' ? 'no reply' : 'cut off'),
    );
    sent.end(text);
  });
}

/**
 * @param {number} status
 * @param {string} text
 * @returns {Reply}
 */
function replyOf(status, text) {
  try {
    const body = JSON.parse(text);
    return { status, code: status < 400 ? 'ok' : String(body.code ?? status), body };
  } catch {
    return {
      status: status < 400 ? 0 : status,
      code: status < 400 ? 'unreadable' : String(status),
      body: undefined,
    };
  }
}
