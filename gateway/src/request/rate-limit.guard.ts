import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { RateLimiter } from './rate-limiter.js';
import './request-state.js';
import { SERVED } from './route.decorator.js';

/** Holds each member, or each network of an address without one, to the route's limit. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
  ) {}

  /** @throws AppError RATE_LIMITED */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { limit } = this.reflector.get(SERVED, context.getHandler());
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { signedIn, ip } = request;
    request.takeBackUse = await (signedIn
      ? this.limiter.take(limit, signedIn.memberId)
      : this.limiter.takeFrom(limit, ip));
    return true;
  }
}
