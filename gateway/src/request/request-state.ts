import type { RequestContext } from '@likewell/service-kit/telemetry/request-context';
import type { RouteAccess, Upload } from '@likewell/contracts/gateway/define-route';
import type { Span } from '@likewell/service-kit/telemetry/tracing';
import type { LimitName } from './rate-limiter.js';

/** What the route's declaration tells the hooks before the body is read. */
interface RouteRules {
  readonly access: RouteAccess;
  readonly limit: LimitName;
  readonly upload: Upload | undefined;
  /** True when its failures, too, are pages for a pop-up window. */
  readonly popup: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Travels with every call that this request causes. */
    context: RequestContext;
    /** The request's part in its trace, if it is traced. */
    span: Span | null;
    /** The signed-in member, or null for a visitor. */
    memberId: number | null;
    /** SHA-256 of the session token that was presented. */
    tokenHash: string | null;
    receivedAt: number;
    /** The rules and the path of the matched route; null when no hook has run. Fastify makes them anew on each look. */
    route: (FastifyContextConfig & { url?: string }) | null;
  }

  interface FastifyContextConfig {
    rules?: RouteRules;
  }
}
