import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { isCacheableAddress } from './cacheable-address.js';
import type { ResponseCache } from './response-cache.js';

const NOT_FOUND = 404;
/** Methods that change nothing (RFC 9110, 9.2.1). */
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS'];
/** Clients revalidate a cached response each time, and never share what a member got. */
export const KEPT_BY_CLIENTS = { 'cache-control': 'no-cache', vary: 'accept-encoding, authorization' };

/** Tells whether the response is the same for everybody: the request carries no session, valid or not. */
export const isFromVisitor = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  method === 'GET' && headers.authorization === undefined;

/** Caches a response that is the same for every visitor, and tells its client how long it may be cached. */
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
    if (isKnown(raw.headers['if-none-match'], etag)) void reply.status(304);
  }
  // A 404 for one visitor holds for all. Other errors, such as a rejection or an outage, say nothing about
  // the cached response.
  else if (reply.statusCode === NOT_FOUND) cache.forget(url, receivedAt);
}

/**
 * Removes from the cache the resource that a request has changed, and its parent, so that the next reader
 * here sees the change, signed in or not.
 */
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

/** Tells whether a client's tags include this one, by weak comparison (RFC 9110, 13.1.2). */
export const isKnown = (tags: string | undefined, etag: string) =>
  tags !== undefined && (tags === '*' || tags.split(',').some((tag) => bare(tag) === bare(etag)));
const bare = (tag: string) => tag.trim().replace(/^W\//, '');
