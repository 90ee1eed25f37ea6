/** The endpoints that a test can spoil. */
export type Endpoint = 'chat' | 'moderations';

/**
 * An endpoint that answers what is no JSON, an error of its own, that there were too many calls, that the key is
 * wrong, a redirect, ten megabytes, without an end, one byte now and then, not at all, or hangs up.
 */
export type Fault =
  'garbage' | 'error' | 'busy' | 'wrong-key' | 'redirect' | 'huge' | 'endless' | 'trickle' | 'hang' | 'reset';

/** How this provider misbehaves, set by a test while it runs. Nothing of it is on by itself. */
export interface Faults {
  endpoint?: Partial<Record<Endpoint, Fault>> | undefined;
  /** How many further calls are spoilt before the endpoint is well again; all, when absent. */
  times?: number | undefined;
  /** How long `busy` asks the client to wait; a moment when absent. */
  retryAfterMs?: number | undefined;
  /** How long each response takes. */
  delayMs?: number | undefined;
  /** Changes a response before it is sent; what it returns need be no response at all. */
  response?: ((body: Record<string, unknown>) => unknown) | undefined;
  /** Puts this in place of the text that a completion holds. */
  content?: string | undefined;
}
