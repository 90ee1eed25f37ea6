import { readSession, REVOKED, sessionKey, type CachedSession } from '@likewell/contracts/auth/session-cache';
import { getSession } from '@likewell/contracts/auth/rpc';
import type { RouteAccess } from '@likewell/contracts/gateway/define-route';
import { gatewayErrors } from '@likewell/contracts/gateway/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { hash } from 'node:crypto';
import { runInContext, type RequestContext } from '@likewell/service-kit/telemetry/request-context';
import { Gatherer } from './gatherer.js';
import './request-state.js';

/** An answer may be reused for this long, so that a revoked session, or role, is dead within a second. */
const REUSE_MS = 900;
const MAX_REMEMBERED = 20_000;
const BEARER = /^Bearer ([\w-]{43})$/i;

/** Finds the member of a session: own memory for under a second, then Redis, then auth. */
export class SessionReader {
  private readonly remembered = new Map<string, { session: CachedSession | null; until: number }>();
  private readonly cached: Gatherer<string, string | null>;

  constructor(
    redis: Redis,
    private readonly rpc: RpcClient,
  ) {
    this.cached = new Gatherer((tokenHashes) => redis.mget(tokenHashes.map(sessionKey)));
  }

  /**
   * Sets the request's member as far as the route wants one.
   * @throws AppError UNAUTHENTICATED only when the session is known to be invalid, MODERATORS_ONLY; an outage is
   * UNAVAILABLE
   */
  async identify(request: FastifyRequest, access: RouteAccess): Promise<void> {
    if (access === 'public') return;
    const session = await this.sessionOf(request, access);
    if (access === 'optional') return;
    if (session === null) throw new AppError(gatewayErrors.UNAUTHENTICATED);
    if (access === 'moderator' && session.role === 'member')
      throw new AppError(gatewayErrors.MODERATORS_ONLY);
  }

  /** Forgets a session that this gateway has just seen end. */
  forget(tokenHash: string): void {
    this.remembered.delete(tokenHash);
  }

  private async sessionOf(request: FastifyRequest, access: RouteAccess): Promise<CachedSession | null> {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (!token) return null;
    request.tokenHash = hash('sha256', token);
    const known = this.remembered.get(request.tokenHash);
    let session: CachedSession | null;
    if (known && known.until > Date.now()) {
      session = known.session;
    } else {
      const found = this.find(request.tokenHash, request.context);
      // A page that anybody may read stays readable while sessions cannot be checked.
      session = await (access === 'optional' ? found.catch(() => null) : found);
    }
    request.memberId = session?.memberId ?? null;
    request.context = { ...request.context, actor: request.memberId };
    return session;
  }

  private async find(tokenHash: string, context: RequestContext): Promise<CachedSession | null> {
    const askedAt = Date.now();
    const session = await this.ask(tokenHash, context);
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
    this.remembered.set(tokenHash, { session, until: askedAt + REUSE_MS });
    return session;
  }

  private async ask(tokenHash: string, context: RequestContext): Promise<CachedSession | null> {
    const cached = await this.cached.ask(tokenHash).catch(() => null);
    if (cached === REVOKED) return null;
    const session = cached === null ? null : readSession(cached);
    if (session) return session;
    const { memberId, role } = await runInContext(context, () => this.rpc.call(getSession, { tokenHash }));
    return memberId === null ? null : { memberId, role };
  }
}
