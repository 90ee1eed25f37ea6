import { commonErrors } from '@likewell/contracts/core/common-errors';
import type { ErrorBody } from '@likewell/contracts/gateway/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { beginRequest, requestIdOf } from './begin-request.js';
import { sendPopupPage } from './oauth-popup.js';
import './request-state.js';

const { code, message } = commonErrors.OVERLOADED;
const RETRY_AFTER_SECONDS = '1';
/** As Node takes them with the least to do: names and values in turn. */
const HEADERS = Object.entries({
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'retry-after': RETRY_AFTER_SECONDS,
}).flat();

/**
 * Rejects a request that there is no place for, in the usual shape but past all that serves the others: when
 * there is much to reject, what a rejection costs is taken from those that are accepted. A pop-up window gets the
 * page that it ends with.
 */
export function reject(request: FastifyRequest, reply: FastifyReply): void {
  if (request.route?.contract?.popup) {
    beginRequest(request, reply);
    sendPopupPage(reply.header('retry-after', RETRY_AFTER_SECONDS), 503, { error: message });
    return;
  }
  reply.hijack();
  sendOverloaded(request.raw, reply.raw);
}

/** The rejection itself, of a request whose body nobody reads, and that has waited so long for a place. */
export function sendOverloaded(request: IncomingMessage, response: ServerResponse, waitedMs = 0): void {
  const requestId = requestIdOf(request) ?? randomUUID();
  const body = JSON.stringify({ error: message, code, requestId } satisfies ErrorBody);
  response
    .writeHead(503, [
      ...HEADERS,
      'x-request-id',
      requestId,
      'server-timing',
      `total;dur=${waitedMs.toFixed(1)}`,
      'content-length',
      String(Buffer.byteLength(body)),
    ])
    .end(body);
}
