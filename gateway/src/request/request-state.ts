import type { CachedSession } from '@likewell/contracts/auth/session-cache';
import type { Route } from '@likewell/contracts/gateway/define-route';
import type { Span } from '@likewell/service-kit/telemetry/tracing';
import type { RequestContext } from '@likewell/service-kit/telemetry/request-context';
import type { TakeBack } from './rate-limiter.js';

/** The member whom a valid session names. */
export interface SignedInMember extends CachedSession {
  /** SHA-256 of the session token that was presented, in hex. */
  readonly tokenHash: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Travels with every call that this request causes. */
    context: RequestContext;
    /** The request's part in its trace, if it is traced. */
    span: Span | null;
    /** Set by `SessionGuard`; null for a visitor. */
    signedIn: SignedInMember | null;
    /** Takes back the use that `RateLimitGuard` counted; null before it. */
    takeBackUse: TakeBack | null;
    receivedAt: number;
    /** Whether there was a place for it; what is rejected gets no line of its own in the log. */
    isAdmitted: boolean;
    /** The path and the contract of the matched route; null when no hook has run. Fastify makes them anew on each look. */
    route: (FastifyContextConfig & { url?: string }) | null;
  }

  interface FastifyContextConfig {
    /** What the matched route promises; the pages of the documentation have none. */
    contract?: Route;
  }
}
