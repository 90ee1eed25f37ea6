/** The endpoints that a test can spoil. */
export type Endpoint = 'tip' | 'blocks';

/** Faults of this source, set by a test while it runs. None is active by default. */
export interface Faults {
  /**
   * Replaces the response of an endpoint: garbage, an error, too many requests, a redirect, an endless one, a
   * truncated one, or none.
   */
  endpoint?:
    | Partial<Record<Endpoint, 'garbage' | 'error' | 'limited' | 'redirect' | 'endless' | 'cut' | 'hang'>>
    | undefined;
  /** Reports block times that differ from those in the hashed headers. */
  forged?: boolean | undefined;
}
