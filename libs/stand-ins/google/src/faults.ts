import type { HttpFault } from '@likewell/stand-in-kit/http-fault';

/** The endpoints that a test can spoil. */
export type Endpoint = 'discovery' | 'keys' | 'token';

/** Faults of this provider, set by a test while it runs. None is active by default. */
export interface Faults {
  /** Replaces the response of an endpoint. */
  endpoint?: Partial<Record<Endpoint, HttpFault | 'error'>> | undefined;
  /** Changes the claims of the next ID tokens before they are signed. */
  claims?: ((claims: Record<string, unknown>) => Record<string, unknown>) | undefined;
  /** Signs with an unpublished key under the id of the published one. */
  forged?: boolean | undefined;
}
