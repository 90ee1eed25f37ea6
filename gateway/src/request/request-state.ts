import type { CachedSession } from '@likewell/contracts/auth/session-cache';
import type { Route } from '@likewell/contracts/gateway/define-route';
import type { Span } from '@likewell/service-kit/telemetry/tracing';
import type { RequestContext } from '@likewell/service-kit/telemetry/request-context';
import type { Capacity } from './load-shedder.js';
import type { TakeBack } from './rate-limiter.js';

/** The member of a valid session. */
export interface SignedInMember extends CachedSession {
  /** SHA-256 of the presented session token, in hex. */
  readonly tokenHash: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Passed on with every call that this request causes. */
    context: RequestContext;
    /** The request's span in its trace, if it is traced. */
    span: Span | null;
    /** Set by `SessionGuard`; null for a visitor. */
    signedIn: SignedInMember | null;
    /** Takes back the use that `RateLimitGuard` counted; null before it. */
    takeBackUse: TakeBack | null;
    receivedAt: number;
    /** True if there was a place for it; a rejected request has no log line of its own. */
    isAdmitted: boolean;
    /** Its place in `LoadShedder`: of a kind with places of its own, or of all; null without one. */
    place: keyof Capacity | null;
    /**
     * Path and contract of the matched route; null if no hook has run. Stored, because Fastify builds the
     * object anew on each access.
     */
    route: (FastifyContextConfig & { url?: string }) | null;
  }

  interface FastifyContextConfig {
    /** Contract of the matched route; the documentation's pages have none. */
    contract?: Route;
  }
}
