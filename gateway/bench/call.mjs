// @ts-check
import { GATEWAY_PORT } from '../../libs/stack/topology.mjs';

/**
 * Sends a request to the gateway.
 * @param {import('../../libs/stack/state/stack.mjs').Stack} stack
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {string} [token]
 */
export async function call(stack, method, path, body, token) {
  const response = await fetch(`http://127.0.0.1:${stack.port(GATEWAY_PORT)}${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  return { status: response.status, body: /** @type {any} */ (await response.json()) };
}
