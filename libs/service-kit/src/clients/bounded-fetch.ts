/** Enough for almost every answer that we ask the outside world for. */
const DEFAULT_MAX_BYTES = 256 * 1024;

/** Thrown for an answer of more bytes than were asked for. */
export class AnswerTooLong extends TypeError {}

/**
 * A `fetch` for calls to the outside: it follows no redirect, waits `timeoutMs` for the whole answer, or until
 * the given signal, and reads no more than `maxBytes` of it, counted after decompression.
 * What it returns throws a DOMException TimeoutError, AnswerTooLong, or what `fetch` throws.
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
    if (bytes > maxBytes) throw new AnswerTooLong('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
