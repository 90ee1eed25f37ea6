import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Confirmations } from './confirmations.js';
import { SERVED } from './route.decorator.js';

/** Protects routes with `confirm`: the member must have confirmed their identity recently, in this session. */
@Injectable()
export class ConfirmationGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly confirmations: Confirmations,
  ) {}

  /** @throws AppError CONFIRMATION_NEEDED, or UNAVAILABLE while auth does not answer */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { confirm } = this.reflector.get(SERVED, context.getHandler());
    const { signedIn } = context.switchToHttp().getRequest<FastifyRequest>();
    if (confirm && signedIn) await this.confirmations.assertConfirmed(signedIn.tokenHash);
    return true;
  }
}
