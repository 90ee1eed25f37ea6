import type { HttpFault } from '@likewell/stand-in-kit/http-fault';

/** Faults of one endpoint, set by a test while it runs. None is active by default, or can be set from outside. */
export interface Faults {
  /** Affected methods; all of them if absent. */
  methods?: readonly string[] | undefined;
  /** Called for each request that has an affected method, before anything else. */
  onRequest?: (() => void) | undefined;
  /** Replaces the response; a number is an HTTP status (429, 500, 503 …). */
  response?: HttpFault | number | undefined;
  /** JSON-RPC error for every call. */
  error?: { code: number; message: string } | undefined;
  /** Delay of each response in milliseconds. */
  delayMs?: number | undefined;
  /** Each response waits for this. */
  after?: Promise<unknown> | undefined;
  /** Number of slots by which the endpoint lags. */
  lagSlots?: number | undefined;
  /** Selects chain transactions that this endpoint does not know. */
  vanish?: ((signature: string) => boolean) | undefined;
  /** Lists every signature of an address twice. */
  duplicate?: boolean | undefined;
  /** Ignores `before` and `until`: pages begin with the newest and go on to the oldest (solana #24620). */
  forgetCursors?: boolean | undefined;
  /** Returns false data: the returned value replaces the result. */
  rewrite?: ((method: string, result: unknown, params: readonly unknown[]) => unknown) | undefined;
}
