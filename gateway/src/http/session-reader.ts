import { REVOKED, sessionKey } from '@likewell/contracts/auth/session-cache';
import { getSession } from '@likewell/contracts/auth/rpc';
import type { RouteAccess } from '@likewell/contracts/gateway/define-route';
import { gatewayErrors } from '@likewell/contracts/gateway/errors';
import { AppError } from '@likewell/contracts/kernel/app-error';
import type { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { createHash } from 'node:crypto';
import './request-state.js';

/** An answer may be reused for this long, so that a revoked session is dead within a second. */
const REUSE_MS = 900;
const MAX_REMEMBERED = 20_000;
const BEARER = /^Bearer ([\w-]{43})$/i;

/** Finds the member of a session: own memory for under a second, then Redis, then auth. */
export class SessionReader {
  private readonly remembered = new Map<string, { memberId: number | null; until: number }>();

  constructor(
    private readonly redis: Redis,
    private readonly rpc: RpcClient,
  ) {}

  /**
   * Sets the request's member as far as the route wants one.
   * @throws AppError UNAUTHENTICATED only when the session is known to be invalid; an outage is UNAVAILABLE
   */
  async identify(request: FastifyRequest, access: RouteAccess): Promise<void> {
    if (access === 'public') return;
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (token) {
      request.tokenHash = createHash('sha256').update(token).digest('hex');
      const found = this.find(request.tokenHash);
      // A page that anybody may read stays readable while sessions cannot be checked.
      request.memberId = await (access === 'optional' ? found.catch(() => null) : found);
      request.context = { ...request.context, actor: request.memberId };
    }
    if (access === 'member' && request.memberId === null) throw new AppError(gatewayErrors.UNAUTHENTICATED);
  }

  /** Forgets a session that this gateway has just seen end. */
  forget(tokenHash: string): void {
    this.remembered.delete(tokenHash);
  }

  private async find(tokenHash: string): Promise<number | null> {
    const known = this.remembered.get(tokenHash);
    if (known && known.until > Date.now()) return known.memberId;
    const askedAt = Date.now();
    const memberId = await this.ask(tokenHash);
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
    this.remembered.set(tokenHash, { memberId, until: askedAt + REUSE_MS });
    return memberId;
  }

  private async ask(tokenHash: string): Promise<number | null> {
    const cached = await this.redis.get(sessionKey(tokenHash)).catch(() => null);
    if (cached === REVOKED) return null;
    if (cached !== null) return Number(cached);
    return (await this.rpc.call(getSession, { tokenHash })).memberId;
  }
}
