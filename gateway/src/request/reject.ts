import { commonErrors } from '@likewell/contracts/core/common-errors';
import type { ErrorBody } from '@likewell/contracts/gateway/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { beginRequest, requestIdOf } from './begin-request.js';
import { sendPopupPage } from './oauth-popup.js';
import './request-state.js';
import { rawJsonHeaders } from './response-headers.js';

const { code, message } = commonErrors.OVERLOADED;
const RETRY_AFTER_SECONDS = '1';
const HEADERS = rawJsonHeaders({ 'cache-control': 'no-store', 'retry-after': RETRY_AFTER_SECONDS });

interface Circumstances {
  /** Whether the gateway shuts down: then the response ends its connection. */
  readonly isDraining: boolean;
  /** Time for which the request has waited for a place. */
  readonly waitedMs?: number;
}

/**
 * Rejects a request for which there is no place, in the usual shape but without the usual processing: under
 * overload, the cost of each rejection is taken from the accepted requests. A pop-up window gets the page
 * that ends it.
 */
export function reject(request: FastifyRequest, reply: FastifyReply, isDraining: boolean): void {
  if (request.route?.contract?.popup) {
    beginRequest(request, reply);
    sendPopupPage(reply.header('retry-after', RETRY_AFTER_SECONDS), 503, { error: message });
    return;
  }
  reply.hijack();
  sendOverloaded(request.raw, reply.raw, { isDraining });
}

/** Sends the rejection of a request whose body nobody reads. */
export function sendOverloaded(
  request: IncomingMessage,
  response: ServerResponse,
  { isDraining, waitedMs = 0 }: Circumstances,
): void {
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
      ...(isDraining ? ['connection', 'close'] : []),
    ])
    .end(body);
}
