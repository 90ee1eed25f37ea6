/** The endpoints that a test can spoil. */
export type Endpoint = 'tip' | 'blocks';

/** How this source misbehaves, set by a test while it runs. Nothing of it is on by itself. */
export interface Faults {
  /** An endpoint that answers garbage, an error, too many requests, a redirect, without an end, cut off, or not at all. */
  endpoint?:
    | Partial<Record<Endpoint, 'garbage' | 'error' | 'limited' | 'redirect' | 'endless' | 'cut' | 'hang'>>
    | undefined;
  /** Claims that blocks have other times than their headers were hashed with. */
  forged?: boolean | undefined;
}
