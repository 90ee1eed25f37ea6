import { gatewayErrors, type ErrorBody } from '@likewell/contracts/gateway/errors';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';

const STATUS_LINE: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers in the usual shape what is no HTTP at all, and so never becomes a request. */
export function respondToClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { message, code } = gatewayErrors.MALFORMED_REQUEST;
  const body = JSON.stringify({ error: message, code, requestId: randomUUID() } satisfies ErrorBody);
  socket.end(
    [
      `HTTP/1.1 ${STATUS_LINE[error.code ?? ''] ?? '400 Bad Request'}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
