/** How one endpoint misbehaves, set by a test while it runs. Nothing of it is on by itself, or to be set from outside. */
export interface Faults {
  /** Only these methods are spoilt; all of them where it is missing. */
  methods?: readonly string[] | undefined;
  /** Instead of a response: a status of HTTP (429, 500, 503 …), a body that is no JSON, one without an end, a redirect, silence, a cut. */
  response?: number | 'garbage' | 'endless' | 'redirect' | 'hang' | 'drop' | undefined;
  /** The JSON-RPC error that every call gets. */
  error?: { code: number; message: string } | undefined;
  /** Answers so much later. */
  delayMs?: number | undefined;
  /** Sees the chain so many slots late. */
  lagSlots?: number | undefined;
  /** Chain transactions that this endpoint does not know, for as long as this says so. */
  vanish?: ((signature: string) => boolean) | undefined;
  /** Lists every signature of an address twice. */
  duplicate?: boolean | undefined;
  /** Does not find `before` and `until`: pages begin with the newest and go on to the oldest (solana #24620). */
  forgetCursors?: boolean | undefined;
  /** Lies: what it gives back is answered in place of the result. */
  rewrite?: ((method: string, result: unknown, params: readonly unknown[]) => unknown) | undefined;
}
