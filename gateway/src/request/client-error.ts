import type { ErrorDefinition } from '@likewell/contracts/core/app-error';
import { gatewayErrors, type ErrorBody } from '@likewell/contracts/gateway/errors';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Time for which a rejected client may continue to send: a connection that is closed with unread bytes is
 * reset, and the response is lost.
 */
const LINGER_MS = 500;

interface Rejection {
  readonly status: string;
  readonly error: ErrorDefinition;
}

const MALFORMED: Rejection = { status: '400 Bad Request', error: gatewayErrors.MALFORMED_REQUEST };
const REJECTIONS: Partial<Record<string, Rejection>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: gatewayErrors.HEADERS_TOO_LARGE,
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: '408 Request Timeout', error: gatewayErrors.REQUEST_TIMEOUT },
};

/** Sockets whose clients were responded to. What they still send is invalid each time it comes. */
const rejected = new WeakSet<Socket>();

/** A socket with the response that is being sent over it, as Node keeps it. */
type ServerSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/**
 * Responds in the usual shape to bytes that are no valid HTTP or are incomplete, and so never become a
 * request. The connection then ends, whether its client closes it or not; at once, where a response to an
 * earlier request has begun.
 */
export function respondToClientError(error: NodeJS.ErrnoException, socket: ServerSocket): void {
  if (rejected.has(socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy();
    return;
  }
  rejected.add(socket);
  const { status, error: definition } = REJECTIONS[error.code ?? ''] ?? MALFORMED;
  const { message, code } = definition;
  const body = JSON.stringify({ error: message, code, requestId: randomUUID() } satisfies ErrorBody);
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
