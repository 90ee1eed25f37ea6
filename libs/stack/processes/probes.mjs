// @ts-check
import { connect } from 'node:net';

const PROBE_MS = 2_000;

/** @param {string} url @returns {() => Promise<boolean>} true if a GET returns 200 */
export function httpProbe(url) {
  return async () => {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_MS), redirect: 'manual' });
      await response.arrayBuffer();
      return response.status === 200;
    } catch {
      return false;
    }
  };
}

/**
 * @param {number} port
 * @param {string} say text to send once connected
 * @param {RegExp} expect pattern of the expected response
 * @returns {() => Promise<boolean>}
 */
export function lineProbe(port, say, expect) {
  return () =>
    new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port });
      let heard = '';
      const finish = (/** @type {boolean} */ result) => {
        socket.destroy();
        resolve(result);
      };
      socket.setTimeout(PROBE_MS, () => finish(false));
      socket.on('error', () => finish(false));
      socket.on('close', () => finish(false));
      socket.on('connect', () => socket.write(say));
      socket.on('data', (chunk) => {
        heard += chunk.toString();
        if (heard.includes('\n')) finish(expect.test(heard));
      });
    });
}
