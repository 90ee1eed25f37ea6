import Opossum from 'opossum';

/** The circuit breaker of one kind of call to another system. */
export type CircuitBreaker<Args extends unknown[], T> = Opossum<Args, T>;

/** When a circuit breaker opens, and for how long. Times are in milliseconds. */
export interface BreakerOptions {
  /** It opens when at least this many calls were made within `withinMs`, and more than half of them failed. */
  readonly volume: number;
  readonly withinMs?: number;
  /** How long it stays open before it lets one call through. */
  readonly restMs: number;
  /** Maximum number of concurrent calls; more are rejected. */
  readonly capacity?: number;
  /** Returns true for an error that does not count, because the other system is not at fault. */
  readonly ignores?: (error: unknown) => boolean;
}

/**
 * Returns a circuit breaker for `work`, which has its own deadline. Its owner ends it with `shutdown` in
 * `onApplicationShutdown`: from then on it rejects all calls.
 */
export function circuitBreaker<Args extends unknown[], T>(
  work: (...args: Args) => Promise<T>,
  { volume, withinMs = 10_000, restMs, capacity, ignores }: BreakerOptions,
): CircuitBreaker<Args, T> {
  return new Opossum(work, {
    timeout: false,
    errorThresholdPercentage: 50,
    volumeThreshold: volume,
    rollingCountTimeout: withinMs,
    resetTimeout: restMs,
    ...(capacity !== undefined && { capacity }),
    ...(ignores && { errorFilter: ignores }),
  });
}

/** True for the error by which an open circuit breaker rejects a call. */
export const isOpenBreaker = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EOPENBREAKER';
