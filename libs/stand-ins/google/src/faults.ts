/** The endpoints that a test can spoil. */
export type Endpoint = 'discovery' | 'keys' | 'token';

/** How this provider misbehaves, set by a test while it runs. Nothing of it is on by itself. */
export interface Faults {
  /** An endpoint that answers garbage, an error of its own, a redirect, without an end, or not at all. */
  endpoint?: Partial<Record<Endpoint, 'garbage' | 'error' | 'redirect' | 'endless' | 'hang'>> | undefined;
  /** Changes the claims of the next ID tokens before they are signed. */
  claims?: ((claims: Record<string, unknown>) => Record<string, unknown>) | undefined;
  /** Signs with a key that nobody published, under the name of the one that was. */
  forged?: boolean | undefined;
}
