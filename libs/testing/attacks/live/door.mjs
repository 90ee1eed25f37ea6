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
 * @property {any} body of JSON; null of anything else
 */

/**
 * @typedef {object} Request
 * @property {string} [from] the address that it comes from: every 127.x.y.z is this machine, and a network of its own
 * @property {string} [token]
 * @property {unknown} [body] sent as JSON, or as it is where it is a text or bytes
 * @property {Record<string, string | string[]>} [headers]
 */

/** The site's public address, as somebody at any network knocks at it. */
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
      // Whoever is rejected early may be cut off while still sending.
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
   * Sends bytes as they are, and answers all that came back until the other side closed or was silent.
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

/**
 * The statuses of the responses in what came back, and whether the first one is JSON.
 * @param {string} said
 */
export function readRaw(said) {
  const statuses = [...said.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status));
  return { statuses, isJson: /^content-type: application\/json/im.test(said.split('\r\n\r\n')[0] ?? '') };
}
