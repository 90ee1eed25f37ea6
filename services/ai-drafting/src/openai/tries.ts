type Fetch = (url: string | URL, options: { signal?: AbortSignal | null }) => Promise<Response>;

/** Headers that set the wait before a retry. They are removed: this service decides how long it waits. */
const WAITS = ['retry-after', 'retry-after-ms'];
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Counts the attempts for one draft, since an attempt may have been billed even if its response never came. */
export class Tries {
  private maybeBilled = 0;

  constructor(private readonly send: Fetch) {}

  /** The `fetch` function for the SDK. */
  readonly fetch = async (input: string | URL | Request, options: RequestInit = {}): Promise<Response> => {
    this.maybeBilled += 1;
    try {
      const response = await this.send(input as string | URL, options);
      // An error response is not a completion, and only completions are billed.
      if (!response.ok) this.maybeBilled -= 1;
      for (const name of WAITS) response.headers.delete(name);
      return response;
    } catch (error) {
      if (neverConnected(error)) this.maybeBilled -= 1;
      throw error;
    }
  };

  /** Returns how many attempts may have been billed besides those whose cost is known. */
  maybeBilledBesides(known: number): bigint {
    return BigInt(Math.max(0, this.maybeBilled - known));
  }
}

function neverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === 'string' && NOT_CONNECTED.has(cause.code);
}
