/** Enough for almost every response that we ask the outside world for. */
const DEFAULT_MAX_BYTES = 256 * 1024;

/** Thrown for a response of more bytes than were asked for. */
export class ResponseTooLong extends TypeError {}

/**
 * A `fetch` for calls to the outside: it follows no redirect, waits `timeoutMs` for the whole response, or until
 * the given signal, and reads no more than `maxBytes` of it, counted after decompression.
 * What it returns throws a DOMException TimeoutError, AnswerTooLong, the given signal's reason, or what `fetch` throws.
 */
export function boundedFetch(timeoutMs: number, maxBytes = DEFAULT_MAX_BYTES) {
  return async (url: string | URL, options: object = {}): Promise<Response> => {
    const { signal: given } = options as Pick<RequestInit, 'signal'>;
    const end = new AbortController();
    const endAsGiven = () => {
      end.abort(given?.reason);
    };
    const timer = setTimeout(() => {
      end.abort(new DOMException('The response took too long', 'TimeoutError'));
    }, timeoutMs);
    given?.addEventListener('abort', endAsGiven, { once: true });
    if (given?.aborted) endAsGiven();
    try {
      // By the race, too: of a signal that `AbortSignal.any` made, `fetch` never hears once garbage was collected.
      return await Promise.race([ask(url, options, end.signal, maxBytes), reasonOf(end.signal)]);
    } finally {
      clearTimeout(timer);
      given?.removeEventListener('abort', endAsGiven);
    }
  };
}

async function ask(url: string | URL, options: object, signal: AbortSignal, maxBytes: number) {
  const response = await fetch(url, { ...options, redirect: 'manual', signal });
  const body = await readBounded(response, maxBytes);
  return new Response(body.length > 0 ? body : null, {
    status: response.status,
    headers: response.headers,
  });
}

/** Never resolves. @throws the reason of the signal, as soon as it is aborted */
function reasonOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const tell = () => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) tell();
    else signal.addEventListener('abort', tell, { once: true });
  });
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
