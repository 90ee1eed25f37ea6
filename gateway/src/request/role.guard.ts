import { gatewayErrors } from '@likewell/contracts/gateway/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ActorVoucher } from './actor-voucher.js';
import { SERVED } from './route.decorator.js';
import { SessionStore } from './session-store.js';

/**
 * Lets only moderators and admins into a route whose `access` says so, and asks auth itself who is one. What auth said is what
 * services are told, too: the session that the gateway remembers may still say otherwise for a second.
 */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionStore,
    private readonly voucher: ActorVoucher,
  ) {}

  /** @throws AppError MODERATORS_ONLY, or UNAVAILABLE while auth does not answer */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { access } = this.reflector.get(SERVED, context.getHandler());
    if (access !== 'moderator') return true;
    const { signedIn, context: requestContext } = context.switchToHttp().getRequest<FastifyRequest>();
    const session = signedIn && (await this.sessions.askAuth(signedIn.tokenHash));
    if (!session || session.role === 'member' || session.memberId !== signedIn.memberId)
      throw new AppError(gatewayErrors.MODERATORS_ONLY);
    this.voucher.vouchFor(session, requestContext);
    return true;
  }
}
