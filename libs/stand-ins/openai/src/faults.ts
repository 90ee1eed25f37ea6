import type { HttpFault } from '@likewell/stand-in-kit/http-fault';

/** The endpoints that a test can spoil. */
export type Endpoint = 'chat' | 'moderations';

/**
 * Fault of an endpoint; its own: an error, too many calls, an account without credit, a wrong key, a prompt
 * that is not to be answered, ten megabytes, single bytes.
 */
export type Fault =
  HttpFault | 'error' | 'busy' | 'no-credit' | 'unpaid' | 'wrong-key' | 'flagged' | 'huge' | 'trickle';

/** Faults of this provider, set by a test while it runs. None is active by default. */
export interface Faults {
  endpoint?: Partial<Record<Endpoint, Fault>> | undefined;
  /** Number of calls that still fail; all, when absent. */
  times?: number | undefined;
  /** Milliseconds that `busy` asks the client to wait; a moment when absent. */
  retryAfterMs?: number | undefined;
  /** Delay of each response in milliseconds. */
  delayMs?: number | undefined;
  /** Changes a response before it is sent; the result need not be a valid response. */
  response?: ((body: Record<string, unknown>) => unknown) | undefined;
  /** Replaces the text of a completion. */
  content?: string | undefined;
}
