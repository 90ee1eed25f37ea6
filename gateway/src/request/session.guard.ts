import { gatewayErrors } from '@likewell/contracts/gateway/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { ActorVoucher } from './actor-voucher.js';
import type { SignedInMember } from './request-state.js';
import { SERVED } from './route.decorator.js';
import { SessionStore } from './session-store.js';

const BEARER = /^Bearer ([\w-]{43})$/i;

/**
 * Finds out who calls, as far as the route's `access` requires it, and sets `request.signedIn`. An identity is
 * proven by a session: the opaque token of the Authorization header, of which only the hash is looked up. No
 * strategy of passport, unlike sign-ins: V8 would keep every request until a full garbage collection (ADR 0172).
 */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionStore,
    private readonly voucher: ActorVoucher,
  ) {}

  /**
   * @throws AppError UNAUTHENTICATED only when the session is known to be invalid; an outage is UNAVAILABLE,
   *   and RATE_LIMITED follows too many invalid tokens
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { access, method } = this.reflector.get(SERVED, context.getHandler());
    if (access === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    request.signedIn = await this.find(request, access === 'optional' && method === 'GET');
    if (request.signedIn) this.voucher.vouchFor(request.signedIn, request.context);
    else if (access !== 'optional') throw new AppError(gatewayErrors.UNAUTHENTICATED);
    return true;
  }

  private async find({ headers, ip }: FastifyRequest, isPublicPage: boolean): Promise<SignedInMember | null> {
    const token = BEARER.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) return null;
    const tokenHash = hash('sha256', token);
    try {
      const session = await this.sessions.find(tokenHash, ip);
      return session && { ...session, tokenHash };
    } catch (error) {
      // A public page stays readable while sessions cannot be checked; a write could serve another than its caller.
      if (isPublicPage) return null;
      throw error;
    }
  }
}
