import { boundedFetch } from '@likewell/service-kit/clients/bounded-fetch';
import { circuitBreaker, type CircuitBreaker } from '@likewell/service-kit/clients/circuit-breaker';
import { Semaphore } from '@likewell/service-kit/concurrency/semaphore';
import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';
import { isNotItsFault, RpcFailure } from './rpc-failure.js';

export interface TransportOptions {
  readonly url: string;
  readonly timeoutMs: number;
  /** Maximum number of concurrent requests. */
  readonly concurrency: number;
}

/**
 * A whole chain transaction has about 1 MB at most. Parsed, a response may take the twentyfold: that of 4 MiB
 * leaves room in a container's memory.
 */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;
const MAX_WAITING = 500;
const MAX_PAUSE_MS = 30_000;
const BREAKER = { volume: 4, withinMs: 5000, restMs: 1000 };

/**
 * The requests to one endpoint. Each has a deadline, a size limit for its response and one of a few slots, and
 * follows no redirect; none is made while the circuit breaker is open, or the endpoint has asked for a pause.
 */
export class RpcTransport {
  private readonly slots: Semaphore;
  private readonly breaker: CircuitBreaker<[work: () => Promise<unknown>], unknown>;
  private readonly fetch: ReturnType<typeof boundedFetch>;
  private pausedUntil = 0;

  constructor(private readonly options: TransportOptions) {
    this.slots = new Semaphore(options.concurrency, { maxWaiting: MAX_WAITING });
    this.fetch = boundedFetch(options.timeoutMs, MAX_RESPONSE_BYTES);
    this.breaker = circuitBreaker((work) => work(), { ...BREAKER, ignores: isNotItsFault });
  }

  /** Does work that is one call for the circuit breaker, however many requests it sends. @throws its error */
  guard<T>(work: () => Promise<T>): Promise<T> {
    return this.breaker.fire(work) as Promise<T>;
  }

  /** Waits for a slot, then sends the request unless the breaker has opened meanwhile. */
  send(body: unknown): Promise<unknown> {
    return this.slots.pass(() => {
      if (this.breaker.opened) throw new RpcFailure('unreachable', 'it has failed too often just now');
      return this.post(body);
    });
  }

  /** Clears the breaker's timers. */
  close(): void {
    this.breaker.shutdown();
  }

  private async post(body: unknown): Promise<unknown> {
    if (steadyNow() < this.pausedUntil) throw new RpcFailure('busy', 'it asked for a pause', 429);
    const response = await this.fetch(this.options.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.ok) return response.json().catch(notJson);
    const isBusy = response.status === 429;
    if (isBusy) this.pause(response.headers.get('retry-after'));
    throw new RpcFailure(isBusy ? 'busy' : 'unreachable', `HTTP ${response.status}`, response.status);
  }

  private pause(retryAfter: string | null): void {
    const seconds = /^\d{1,4}$/.test(retryAfter ?? '') ? Number(retryAfter) : 1;
    this.pausedUntil = steadyNow() + Math.min(seconds * 1000, MAX_PAUSE_MS);
  }
}

function notJson(): never {
  throw new RpcFailure('malformed', 'the response is no JSON');
}
