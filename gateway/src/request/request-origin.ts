import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import type { FastifyRequest } from 'fastify';
import { deviceKindOf } from './device-kind.js';
import { networksOf } from './networks.js';

/** Parts of a request that tell where it comes from. */
export type From = Pick<FastifyRequest, 'ip' | 'headers'>;

/** Returns where a request comes from, for auth's security events. */
export const originOf = ({ ip, headers }: From): RequestOrigin => ({
  network: networksOf(ip)[0].name,
  device: deviceKindOf(headers['user-agent']),
});
