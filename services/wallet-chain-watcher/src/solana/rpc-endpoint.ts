import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { z } from 'zod';
import { RpcFailure, rpcFailureOf, type RpcFailureKind } from './rpc-failure.js';
import { RpcTransport, type TransportOptions } from './rpc-transport.js';

/** One element of a batch's response. */
export type BatchResult<T> = { readonly value: T } | { readonly failure: RpcFailure };

export interface EndpointOptions extends TransportOptions {
  /** Called for every failure. */
  readonly onFailure: (failure: RpcFailure) => void;
}

const BATCH_SIZE = 25;
/**
 * A batch of one would be a plain call: its success would not show that batches work, so the
 * size would never grow again.
 */
const MIN_BATCH_SIZE = 2;
/** JSON-RPC error codes of a node that is behind, or of a provider that is overloaded. */
const BUSY_CODES = [-32005, 429];
/** JSON-RPC error code of a node that has the transaction, in a version above the highest that was asked for. */
const UNKNOWN_VERSION_CODE = -32015;
/** HTTP statuses by which a provider rejects batches; others do so by an error of JSON-RPC for the whole. */
const NO_BATCH_STATUSES = [400, 403, 405, 413, 415];
/** How long calls are made singly after such a rejection: a proxy may have rejected that one request only. */
const NO_BATCH_MS = 5 * 60_000;
/** Failures that smaller batches may avoid. */
const SPLITTABLE = new Set<RpcFailureKind>(['oversized', 'timed-out', 'malformed']);
/** Failures that may be caused by one call alone. */
const OF_CONTENT = new Set<RpcFailureKind>([...SPLITTABLE, 'rejected']);

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

/** One JSON-RPC endpoint of Solana, asked in batches; each response is validated before it is used. */
export class RpcEndpoint {
  /** Host of the endpoint, without its path, which may contain a key. */
  readonly name: string;
  private readonly transport: RpcTransport;
  private singlyUntil = 0;
  /** Current batch size; smaller for a while after whole batches could not be read. */
  private batchSize = BATCH_SIZE;
  private lastId = 0;
  /** Failures that were reported already: one failure passes several functions. */
  private readonly reported = new WeakSet<RpcFailure>();

  constructor(private readonly options: EndpointOptions) {
    this.name = new URL(options.url).host;
    this.transport = new RpcTransport(options);
  }

  /** Makes a call. @throws RpcFailure */
  async call<T>(method: string, params: unknown[], schema: z.ZodType<T>): Promise<T> {
    const [result] = await this.singly([{ method, params }], schema);
    if (!result) throw new Error('a call without a result');
    if ('failure' in result) throw result.failure;
    return result.value;
  }

  /**
   * Makes many calls of one method, in as few requests as the endpoint accepts; returns the results in order.
   * A batch that cannot be read is split, so that a call that fails by itself does not affect the others: it is
   * `unreadable` once any response shows that the endpoint is up.
   */
  async batch<T>(method: string, params: unknown[][], schema: z.ZodType<T>): Promise<BatchResult<T>[]> {
    const calls = params.map((each) => ({ method, params: each }));
    const size = this.batchSize;
    const chunks = Array.from({ length: Math.ceil(calls.length / size) }, (_, index) =>
      calls.slice(index * size, (index + 1) * size),
    );
    const results = (await Promise.all(chunks.map((chunk) => this.together(chunk, schema)))).flat();
    return results.some(isFromChain) ? results.map(setAside) : results;
  }

  /** Clears the breaker's timers. */
  close(): void {
    this.transport.close();
  }

  private async together<T>(calls: Call[], schema: z.ZodType<T>): Promise<BatchResult<T>[]> {
    if (steadyNow() < this.singlyUntil || calls.length === 1) return this.singly(calls, schema);
    try {
      // For the breaker a batch is one call, however often it is split: it fails only when the endpoint does.
      return await this.transport.guard(() => this.readBatch(calls, schema));
    } catch (error) {
      const failure = this.failed(error);
      const isNoBatch =
        failure.kind === 'rejected' || (failure.code !== null && NO_BATCH_STATUSES.includes(failure.code));
      if (isNoBatch) this.singlyUntil = steadyNow() + NO_BATCH_MS;
      return isNoBatch ? this.singly(calls, schema) : calls.map(() => ({ failure }));
    }
  }

  /** @throws RpcFailure when something other than the response's content prevents reading it */
  private async readBatch<T>(calls: Call[], schema: z.ZodType<T>): Promise<BatchResult<T>[]> {
    const whole = await this.attempt(calls, schema);
    if (!(whole instanceof RpcFailure)) {
      this.batchSize = Math.min(BATCH_SIZE, this.batchSize * 2);
      return whole;
    }
    if (!SPLITTABLE.has(whole.kind)) throw whole;
    return this.split(calls, schema, whole, whole.kind === 'oversized');
  }

  /**
   * Splits in halves what could not be read as a whole, down to single calls. Until something has been read
   * (`isUp`), two halves with the same failure mean that the endpoint is at fault: then it stops, and the
   * next batches are smaller.
   * @throws RpcFailure
   */
  private async split<T>(
    calls: Call[],
    schema: z.ZodType<T>,
    failure: RpcFailure,
    isUp: boolean,
  ): Promise<BatchResult<T>[]> {
    if (calls.length === 1 || !SPLITTABLE.has(failure.kind)) return calls.map(() => ({ failure }));
    const middle = Math.ceil(calls.length / 2);
    const halves = [calls.slice(0, middle), calls.slice(middle)];
    const read = await Promise.all(halves.map((half) => this.attempt(half, schema)));
    const isRead = isUp || read.some((half) => !(half instanceof RpcFailure) || half.kind === 'oversized');
    if (!isRead) {
      this.batchSize = Math.max(MIN_BATCH_SIZE, Math.floor(middle / 2));
      throw new RpcFailure('unreachable', failure.message);
    }
    const whole = await Promise.all(
      halves.map(async (half, index) => {
        const result = read[index] ?? failure;
        return result instanceof RpcFailure ? await this.split(half, schema, result, true) : result;
      }),
    );
    return whole.flat();
  }

  /** Makes one request for these calls. Returns their results in order, or the reason why there are none. */
  private async attempt<T>(calls: Call[], schema: z.ZodType<T>): Promise<BatchResult<T>[] | RpcFailure> {
    const requests = calls.map((call) => this.request(call));
    try {
      const response = await this.transport.send(requests);
      const responses = z.array(envelope).max(calls.length).safeParse(response);
      // Who takes no batches responds with one error in place of a list (JSON-RPC 2.0, section 6).
      if (!responses.success)
        throw (
          rejectionOf(envelope.safeParse(response).data) ??
          new RpcFailure('malformed', 'no array answered a batch')
        );
      const byId = new Map(responses.data.map((each) => [each.id, each]));
      return requests.map(({ id }) => this.read(byId.get(id), schema));
    } catch (error) {
      return this.failed(error);
    }
  }

  private singly<T>(calls: Call[], schema: z.ZodType<T>): Promise<BatchResult<T>[]> {
    return Promise.all(
      calls.map(async (call) => {
        const request = this.request(call);
        try {
          const response = envelope.safeParse(await this.transport.guard(() => this.transport.send(request)));
          return this.read(response.data?.id === request.id ? response.data : undefined, schema);
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

  private read<T>(response: Envelope | undefined, schema: z.ZodType<T>): BatchResult<T> {
    const rejection = rejectionOf(response);
    if (rejection) return { failure: this.failed(rejection) };
    const result = schema.safeParse(response?.result);
    if (result.success) return { value: result.data };
    return { failure: this.failed(new RpcFailure('malformed', z.prettifyError(result.error))) };
  }

  private failed(error: unknown): RpcFailure {
    const failure = rpcFailureOf(error);
    if (!this.reported.has(failure)) this.options.onFailure(failure);
    this.reported.add(failure);
    return failure;
  }
}

/** Returns the failure that a node's error says; null for a response without one. */
function rejectionOf(response: Envelope | undefined): RpcFailure | null {
  if (!response?.error) return null;
  const { code, message = '' } = response.error;
  return new RpcFailure(BUSY_CODES.includes(code) ? 'busy' : 'rejected', message, code);
}

/** Tells whether the endpoint has looked at its chain: it returned a value, or named a version. */
const isFromChain = (result: BatchResult<unknown>) =>
  'value' in result || result.failure.code === UNKNOWN_VERSION_CODE;

/** Turns a failure of content into `unreadable`. */
function setAside<T>(result: BatchResult<T>): BatchResult<T> {
  if (!('failure' in result) || !OF_CONTENT.has(result.failure.kind)) return result;
  const { message, code } = result.failure;
  return { failure: new RpcFailure('unreadable', message, code) };
}
