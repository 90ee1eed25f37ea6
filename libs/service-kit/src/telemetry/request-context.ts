import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { steadyNow } from './steady-clock.js';

/** Data that travels with a request through every process it passes. */
export interface RequestContext {
  /** Identifies the request in the logs of every process. */
  readonly requestId: string;
  /** W3C trace context. */
  readonly traceparent: string;
  /** The signed-in member, or null for a visitor or the system; the gateway sets it during the request. */
  actor: number | null;
  /** The gateway's signature that the request is this member's; see `ActorSigner`. */
  actorToken: string | null;
  /**
   * Time, by `steadyNow` of this process, after which the caller no longer waits for the response; null
   * outside a request.
   */
  readonly deadline: number | null;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs `work` with `context` visible to everything it calls. */
export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

/** The context of the request being served, if any. */
export function currentContext(): RequestContext | undefined {
  return storage.getStore();
}

/** Returns for how many milliseconds the caller still waits for the response; Infinity outside a request. */
export function timeLeftMs(): number {
  return (currentContext()?.deadline ?? Infinity) - steadyNow();
}

/** Makes a context for work that no request caused, or from the values that a request brought. */
export function newContext(known: Partial<RequestContext> = {}): RequestContext {
  return {
    requestId: known.requestId ?? randomUUID(),
    traceparent: known.traceparent ?? newTraceparent(),
    actor: known.actor ?? null,
    actorToken: known.actorToken ?? null,
    deadline: known.deadline ?? null,
  };
}

/** Starts a trace that is not sampled yet; a UUID's digits cost a tenth of fresh random bytes. */
function newTraceparent(): string {
  const digits = randomUUID().replaceAll('-', '');
  return `00-${digits}-${digits.slice(16)}-00`;
}
