import { gatewayErrors } from '@likewell/contracts/gateway/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { SERVED } from './route.decorator.js';

/** Lets only moderators and admins into a route whose `access` says so. */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws AppError MODERATORS_ONLY */
  canActivate(context: ExecutionContext): boolean {
    const { access } = this.reflector.get(SERVED, context.getHandler());
    if (access !== 'moderator') return true;
    const { signedIn } = context.switchToHttp().getRequest<FastifyRequest>();
    if (signedIn === null || signedIn.role === 'member') throw new AppError(gatewayErrors.MODERATORS_ONLY);
    return true;
  }
}
