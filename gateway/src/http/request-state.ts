import type { RequestContext } from '@likewell/service-kit/telemetry/request-context';
import type { RouteAccess } from '@likewell/contracts/gateway/define-route';
import type { LimitName } from './rate-limiter.js';

/** What the route's declaration tells the hooks before the body is read. */
interface RouteRules {
  readonly access: RouteAccess;
  readonly limit: LimitName;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Travels with every call that this request causes. */
    context: RequestContext;
    /** The signed-in member, or null for a visitor. */
    memberId: number | null;
    /** SHA-256 of the session token that was presented. */
    tokenHash: string | null;
    receivedAt: number;
  }

  interface FastifyContextConfig {
    rules?: RouteRules;
  }
}
