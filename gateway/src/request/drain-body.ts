import type { IncomingMessage } from 'node:http';

const MAX_WAIT_MS = 1000;
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads and discards the rest of a rejected body, within limits. A connection that is closed with unread
 * bytes is reset, and the client would lose the response with the error.
 */
export function drainBody(request: IncomingMessage): Promise<void> {
  if (request.complete) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_WAIT_MS);
    let bytes = 0;
    const finish = () => {
      clearTimeout(timer);
      resolve();
    };
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) finish();
    });
    request.once('end', finish).once('close', finish).resume();
  });
}
