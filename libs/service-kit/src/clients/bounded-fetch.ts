/** Enough for almost every response that we request from the outside world. */
const DEFAULT_MAX_BYTES = 256 * 1024;

/** Thrown for a response that is longer than the allowed number of bytes. */
export class ResponseTooLong extends TypeError {}

/**
 * Returns a `fetch` for calls to the outside world. It follows no redirect, waits `timeoutMs` for the whole
 * response or until the given signal aborts, and reads no more than `maxBytes` of it, counted after
 * decompression. The returned function throws a DOMException TimeoutError, ResponseTooLong, the given
 * signal's reason, or what `fetch` throws.
 */
export function boundedFetch(timeoutMs: number, maxBytes = DEFAULT_MAX_BYTES) {
  return async (url: string | URL, options: object = {}): Promise<Response> => {
    const { signal: given } = options as Pick<RequestInit, 'signal'>;
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = given ? AbortSignal.any([given, deadline]) : deadline;
    const response = await fetch(url, { ...options, redirect: 'manual', signal });
    const body = await readBounded(response, maxBytes);
    return new Response(body.length > 0 ? body : null, {
      status: response.status,
      headers: response.headers,
    });
  };
}

async function readBounded(response: Response, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new ResponseTooLong('the response is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
