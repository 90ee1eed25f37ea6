import { gatewayErrors } from '@likewell/contracts/gateway/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { ActorVoucher } from './actor-voucher.js';
import type { SignedInMember } from './request-state.js';
import { SERVED } from './route.decorator.js';

/** Finds out who calls, as far as the route's `access` requires it, and sets `request.signedIn`. */
@Injectable()
export class SessionGuard extends AuthGuard('session') {
  constructor(
    private readonly reflector: Reflector,
    private readonly voucher: ActorVoucher,
  ) {
    super({ property: 'signedIn' });
  }

  /**
   * @throws AppError UNAUTHENTICATED only when the session is known to be invalid; an outage is UNAVAILABLE
   */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.accessOf(context) === 'public') return true;
    await super.canActivate(context);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.signedIn) this.voucher.vouchFor(request.signedIn, request.context);
    return true;
  }

  /** A public page stays readable while sessions cannot be checked. */
  override handleRequest<Found = SignedInMember | null>(
    error: Error | null,
    found: Found,
    _info: unknown,
    context: ExecutionContext,
  ): Found {
    const isOptional = this.accessOf(context) === 'optional';
    if (error && !isOptional) throw error;
    if (!found && !isOptional) throw new AppError(gatewayErrors.UNAUTHENTICATED);
    return found || (null as Found);
  }

  private accessOf(context: ExecutionContext) {
    return this.reflector.get(SERVED, context.getHandler()).access;
  }
}
