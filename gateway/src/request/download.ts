import { newContext, runInContext } from '@likewell/service-kit/telemetry/request-context';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import './request-state.js';

const MAX_DOWNLOAD_MS = 8 * 60_000;

/** Makes a call for the request within the deadline of its download. */
type Ask = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Streams a file in parts. Each part is requested only after the client took the one before, so that a slow
 * connection keeps little in memory. For a HEAD none is requested: Fastify would read the whole stream as fast as
 * it can, after the response.
 */
export function downloadOf(
  request: FastifyRequest,
  parts: (ask: Ask) => AsyncIterable<string | Uint8Array>,
): Readable {
  if (request.method === 'HEAD') return Readable.from([]);
  const context = newContext({ ...request.context, deadline: steadyNow() + MAX_DOWNLOAD_MS });
  return Readable.from(
    parts((call) => runInContext(context, call)),
    { signal: AbortSignal.timeout(MAX_DOWNLOAD_MS) },
  );
}
