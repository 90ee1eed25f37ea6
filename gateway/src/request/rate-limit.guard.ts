import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { RateLimiter } from './rate-limiter.js';
import './request-state.js';
import { SERVED } from './route.decorator.js';

/**
 * Applies the route's limit: to each member, to each of their sessions where the route says so, or, without a
 * session, to each network of the address.
 */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
  ) {}

  /** @throws AppError RATE_LIMITED */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { limit, limitedBy } = this.reflector.get(SERVED, context.getHandler());
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { signedIn, ip } = request;
    if (!signedIn) request.takeBackUse = await this.limiter.takeFrom(limit, ip);
    else if (limitedBy !== 'session') request.takeBackUse = await this.limiter.take(limit, signedIn.memberId);
    // A session that has used up its own limit no longer counts towards that of all the member's sessions.
    else
      request.takeBackUse = await this.limiter.takeEach(
        [limit, `session:${signedIn.tokenHash}`],
        ['all_sessions', signedIn.memberId],
      );
    return true;
  }
}
