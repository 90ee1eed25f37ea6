type Fetch = (url: string | URL, options: { signal?: AbortSignal | null }) => Promise<Response>;

/** How long somebody else may have us wait before a second try is ours to decide. */
const WAITS = ['retry-after', 'retry-after-ms'];
const NOT_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Counts what is sent for one draft, since a try whose response never came may have cost money all the same. */
export class Tries {
  private maybeBilled = 0;

  constructor(private readonly send: Fetch) {}

  /** For the SDK. */
  readonly fetch = async (input: string | URL | Request, options: RequestInit = {}): Promise<Response> => {
    this.maybeBilled += 1;
    try {
      const response = await this.send(input as string | URL, options);
      // An error is no completion, and only completions are billed.
      if (!response.ok) this.maybeBilled -= 1;
      for (const name of WAITS) response.headers.delete(name);
      return response;
    } catch (error) {
      if (neverConnected(error)) this.maybeBilled -= 1;
      throw error;
    }
  };

  /** How many tries may have been billed besides those whose cost is known. */
  maybeBilledBesides(known: number): bigint {
    return BigInt(Math.max(0, this.maybeBilled - known));
  }
}

function neverConnected(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === 'string' && NOT_CONNECTED.has(cause.code);
}
