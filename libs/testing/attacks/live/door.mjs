// @ts-check
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

const WITHIN_MS = 30_000;

/**
 * @typedef {object} DoorResponse
 * @property {number} status
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {string} text
 * @property {any} body parsed JSON; null for anything else
 */

/**
 * @typedef {object} Request
 * @property {string} [from] source address: every 127.x.y.z is this machine, and a network of its own
 * @property {string} [token]
 * @property {unknown} [body] sent as JSON; a text or bytes are sent unchanged
 * @property {Record<string, string | string[]>} [headers]
 */

/** The site's public address, called from any network. */
export class Door {
  /** @param {number} port */
  constructor(port) {
    this.port = port;
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {Request} [request]
   * @returns {Promise<DoorResponse>}
   */
  async call(method, path, { from = '127.0.0.1', token, body, headers = {} } = {}) {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
    const bytes = body === undefined ? undefined : isRaw ? body : JSON.stringify(body);
    const incoming = await new Promise((resolve, reject) => {
      const outgoing = request(
        {
          ...{ host: '127.0.0.1', port: this.port, localAddress: from, method, path, agent: false },
          headers: {
            host: `localhost:${this.port}`,
            ...(bytes !== undefined && {
              'content-type': 'application/json',
              'content-length': String(Buffer.byteLength(bytes)),
            }),
            ...(token !== undefined && { authorization: `Bearer ${token}` }),
            ...headers,
          },
          signal: AbortSignal.timeout(WITHIN_MS),
        },
        resolve,
      );
      // The server may close the connection of a rejected request while it is still being sent.
      outgoing.on('error', reject);
      outgoing.end(bytes);
    });
    const said = await text(incoming);
    const isJson = String(incoming.headers['content-type']).includes('json');
    return {
      status: incoming.statusCode ?? 0,
      headers: incoming.headers,
      text: said,
      body: isJson && said !== '' ? JSON.parse(said) : null,
    };
  }

  /**
   * Sends raw bytes, and returns everything received until the other side closed or was silent.
   * @param {string | Buffer} bytes
   * @param {{ from?: string, silentMs?: number }} [options]
   * @returns {Promise<string>}
   */
  raw(bytes, { from = '127.0.0.1', silentMs = 1500 } = {}) {
    return new Promise((resolve) => {
      let said = '';
      const socket = connect({ host: '127.0.0.1', port: this.port, localAddress: from });
      socket.setTimeout(silentMs, () => socket.destroy());
      socket.on('data', (chunk) => (said += chunk.toString('latin1')));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(said));
      socket.write(bytes);
    });
  }
}

/** Returns the statuses of the received responses, and whether the first one is JSON. @param {string} said */
export function readRaw(said) {
  const statuses = [...said.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status));
  return { statuses, isJson: /^content-type: application\/json/im.test(said.split('\r\n\r\n')[0] ?? '') };
}
