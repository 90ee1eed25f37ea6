import type { HttpFault } from '@likewell/stand-in-kit/http-fault';

/** The endpoints that a test can spoil. */
export type Endpoint = 'tip' | 'blocks';

/** Faults of this source, set by a test while it runs. None is active by default. */
export interface Faults {
  /** Replaces the response of an endpoint; its own faults: an error, too many requests, half a response. */
  endpoint?: Partial<Record<Endpoint, HttpFault | 'error' | 'limited' | 'cut'>> | undefined;
  /** Reports block times that differ from those in the hashed headers. */
  forged?: boolean | undefined;
}
