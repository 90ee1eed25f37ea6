import { boundedFetch } from '@likewell/service-kit/outside/bounded-fetch';
import CircuitBreaker from 'opossum';
import { z } from 'zod';
import { Places } from './places.js';

/** Why an endpoint gave no usable answer. `refused`: it understood the call and answered with an error. */
export type RpcFailureKind = 'unreachable' | 'busy' | 'malformed' | 'refused';

/** An endpoint's failure. Its text is the endpoint's own, for the log. */
export class RpcFailure extends Error {
  constructor(
    readonly kind: RpcFailureKind,
    message: string,
    /** JSON-RPC's code, or the HTTP status. */
    readonly code: number | null = null,
  ) {
    super(message);
  }
}

/** One element of a batch's answer. */
export type BatchResult<T> = { readonly value: T } | { readonly failure: RpcFailure };

export interface EndpointOptions {
  readonly url: string;
  readonly timeoutMs: number;
  /** Requests at once. */
  readonly concurrency: number;
  /** Told of every failure. */
  readonly onFailure: (failure: RpcFailure) => void;
}

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
const MAX_WAITING = 500;
const BATCH_SIZE = 25;
/** JSON-RPC's code of a node that is behind, or of a provider that has had enough. */
const BUSY_CODES = [-32005, 429];
/** How a provider that serves no batches says so. */
const NO_BATCH_STATUSES = [400, 403, 405, 413, 415];
const MAX_PAUSE_MS = 30_000;
const BREAKER = {
  timeout: false as const,
  errorThresholdPercentage: 50,
  volumeThreshold: 4,
  rollingCountTimeout: 5000,
  resetTimeout: 1000,
};

const envelope = z.object({
  id: z.int().nullish(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string().optional() }).optional(),
});
type Envelope = z.output<typeof envelope>;
interface Call {
  readonly method: string;
  readonly params: unknown[];
}

/**
 * One JSON-RPC endpoint of Solana. Each request has a deadline, a bound on its answer and one of a few places, follows no
 * redirect, and passes a breaker; each answer is checked before it is used.
 */
export class RpcEndpoint {
  /** Of the endpoint, without what may be a key in its path. */
  readonly name: string;
  private readonly places: Places;
  private readonly breaker: CircuitBreaker<[unknown]>;
  private readonly fetch: ReturnType<typeof boundedFetch>;
  private servesBatches = true;
  private pausedUntil = 0;
  private lastId = 0;

  constructor(private readonly options: EndpointOptions) {
    this.name = new URL(options.url).host;
    this.places = new Places(options.concurrency, MAX_WAITING);
    this.fetch = boundedFetch(options.timeoutMs, MAX_ANSWER_BYTES);
    this.breaker = new CircuitBreaker((body: unknown) => this.post(body), {
      ...BREAKER,
      name: this.name,
      errorFilter: (error: unknown) => error instanceof RpcFailure && error.kind === 'refused',
    });
  }

  /** Makes a call. @throws RpcFailure */
  async call<T>(method: string, params: unknown[], schema: z.ZodType<T>): Promise<T> {
    const [result] = await this.singly([{ method, params }], schema);
    if (!result) throw new Error('a call without a result');
    if ('failure' in result) throw result.failure;
    return result.value;
  }

  /** Makes many calls of one method, in as few requests as the endpoint serves; the results are in their order. */
  async batch<T>(method: string, params: unknown[][], schema: z.ZodType<T>): Promise<BatchResult<T>[]> {
    const calls = params.map((each) => ({ method, params: each }));
    const chunks = Array.from({ length: Math.ceil(calls.length / BATCH_SIZE) }, (_, index) =>
      calls.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
    );
    return (await Promise.all(chunks.map((chunk) => this.together(chunk, schema)))).flat();
  }

  /** Lets go of the breaker's timers. */
  close(): void {
    this.breaker.shutdown();
  }

  private async together<T>(calls: Call[], schema: z.ZodType<T>): Promise<BatchResult<T>[]> {
    if (!this.servesBatches || calls.length === 1) return this.singly(calls, schema);
    const requests = calls.map((call) => this.request(call));
    try {
      const answers = z.array(envelope).safeParse(await this.send(requests));
      if (!answers.success) throw new RpcFailure('malformed', 'no array answered a batch');
      const byId = new Map(answers.data.map((answer) => [answer.id, answer]));
      return requests.map(({ id }) => this.read(byId.get(id), schema));
    } catch (error) {
      const failure = this.failed(error);
      const isNoBatch = failure.code !== null && NO_BATCH_STATUSES.includes(failure.code);
      if (isNoBatch) this.servesBatches = false;
      // One by one each answer is small enough, and a bad one harms itself alone.
      if (isNoBatch || failure.kind === 'malformed') return this.singly(calls, schema);
      return calls.map(() => ({ failure }));
    }
  }

  private singly<T>(calls: Call[], schema: z.ZodType<T>): Promise<BatchResult<T>[]> {
    return Promise.all(
      calls.map(async (call) => {
        const request = this.request(call);
        try {
          const answer = envelope.safeParse(await this.send(request));
          return this.read(answer.data?.id === request.id ? answer.data : undefined, schema);
        } catch (error) {
          return { failure: this.failed(error) };
        }
      }),
    );
  }

  private request({ method, params }: Call) {
    this.lastId += 1;
    return { jsonrpc: '2.0', id: this.lastId, method, params };
  }

  private read<T>(answer: Envelope | undefined, schema: z.ZodType<T>): BatchResult<T> {
    if (answer?.error) {
      const { code, message = '' } = answer.error;
      const kind = BUSY_CODES.includes(code) ? 'busy' : 'refused';
      return { failure: this.failed(new RpcFailure(kind, message, code)) };
    }
    const result = schema.safeParse(answer?.result);
    if (result.success) return { value: result.data };
    return { failure: this.failed(new RpcFailure('malformed', z.prettifyError(result.error))) };
  }

  private send(body: unknown): Promise<unknown> {
    return this.places.in(() => this.breaker.fire(body));
  }

  private async post(body: unknown): Promise<unknown> {
    if (Date.now() < this.pausedUntil) throw new RpcFailure('busy', 'it asked for a pause', 429);
    const response = await this.fetch(this.options.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.ok) return response.json().catch(notJson);
    if (response.status === 429) this.pause(response.headers.get('retry-after'));
    throw new RpcFailure(
      response.status === 429 ? 'busy' : 'unreachable',
      `HTTP ${response.status}`,
      response.status,
    );
  }

  private pause(retryAfter: string | null): void {
    const seconds = /^\d{1,4}$/.test(retryAfter ?? '') ? Number(retryAfter) : 1;
    this.pausedUntil = Date.now() + Math.min(seconds * 1000, MAX_PAUSE_MS);
  }

  private failed(error: unknown): RpcFailure {
    const failure =
      error instanceof RpcFailure ? error : new RpcFailure('unreachable', (error as Error).message);
    this.options.onFailure(failure);
    return failure;
  }
}

function notJson(): never {
  throw new RpcFailure('malformed', 'the answer is no JSON');
}
