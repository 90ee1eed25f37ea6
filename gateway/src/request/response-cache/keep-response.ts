import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { isCacheableAddress } from './cacheable-address.js';
import type { ResponseCache } from './response-cache.js';

const NOT_FOUND = 404;
/** What a request may ask for without changing anything (RFC 9110, 9.2.1). */
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];
/** Whoever keeps it asks each time whether it still holds; what a member gets is nobody else's. */
export const KEPT_BY_CLIENTS = { 'cache-control': 'no-cache', vary: 'accept-encoding, authorization' };

/** Whether what is asked for is the same for everybody: it says nothing of a session, be it a valid one or not. */
export const isFromVisitor = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  method === 'GET' && headers.authorization === undefined;

/** Keeps a response that is the same for every visitor, and tells its client how long it may be kept. */
export function keepResponse(
  { raw, route, receivedAt }: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  cache: ResponseCache,
): void {
  const { url = '' } = raw;
  const contract = route?.contract;
  if (!contract?.cacheable || !isFromVisitor(raw) || !isCacheableAddress(contract, url)) return;
  if (reply.statusCode === 200 && typeof payload === 'string') {
    const { etag } = cache.keep(url, Buffer.from(payload), receivedAt, contract);
    void reply.headers({ ...KEPT_BY_CLIENTS, etag });
  }
  // What is gone for one is gone for all; who may not read, or cannot for the moment, tells nothing of it.
  else if (reply.statusCode === NOT_FOUND) cache.forget(url, receivedAt);
}

/** Forgets what a request has changed and what that is part of, so that whoever asks here next sees it, signed in or not. */
export function forgetChanged(
  { method, url }: FastifyRequest,
  { statusCode }: FastifyReply,
  cache: ResponseCache,
): void {
  if (SAFE_METHODS.includes(method) || statusCode >= 300) return;
  const [changed = ''] = url.split('?');
  const now = performance.now();
  cache.forget(changed, now);
  cache.forget(changed.slice(0, changed.lastIndexOf('/')), now);
}
