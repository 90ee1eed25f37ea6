import { Injectable, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forgetSecret } from './oauth-state-cookie.js';
import { SignInGuard } from './sign-in.guard.js';

/** Signs in by Google's answer. Whatever comes of it, the browser's secret for that answer has served. */
@Injectable()
export class GoogleCallbackGuard extends SignInGuard('google') {
  override canActivate(context: ExecutionContext) {
    const http = context.switchToHttp();
    const { state } = http.getRequest<FastifyRequest<{ Querystring: { state?: unknown } }>>().query;
    if (typeof state === 'string') forgetSecret(http.getResponse<FastifyReply>(), state);
    return super.canActivate(context);
  }
}
