import { gatewayErrors } from '@likewell/contracts/gateway/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Moderators } from './moderators.js';
import { SERVED } from './route.decorator.js';

/** Restricts routes whose `access` says so to moderators and admins. */
@Injectable()
export class RoleGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly moderators: Moderators,
  ) {}

  /** @throws AppError MODERATORS_ONLY, or UNAVAILABLE while auth does not answer */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { access } = this.reflector.get(SERVED, context.getHandler());
    if (access !== 'moderator') return true;
    if (!(await this.moderators.vouchFor(context.switchToHttp().getRequest<FastifyRequest>())))
      throw new AppError(gatewayErrors.MODERATORS_ONLY);
    return true;
  }
}
