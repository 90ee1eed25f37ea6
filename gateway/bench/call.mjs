// @ts-check
import { callHttp } from '../../libs/stack/machine/http-call.mjs';
import { GATEWAY_PORT } from '../../libs/stack/topology.mjs';

/**
 * Sends a request to the gateway.
 * @param {import('../../libs/stack/state/stack.mjs').Stack} stack
 * @param {string} path
 * @param {import('../../libs/stack/machine/http-call.mjs').HttpCall} [call]
 */
export const call = (stack, path, call) =>
  callHttp(`http://127.0.0.1:${stack.port(GATEWAY_PORT)}${path}`, call);
