import { Injectable, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forgetSecret } from './oauth-state-cookie.js';
import { isProof } from './google-proofs.js';
import { SignInGuard } from './sign-in.guard.js';

/** Signs in by Google's response, unless it is to a proof. Whatever comes of it, the browser's secret for that response has served. */
@Injectable()
export class GoogleCallbackGuard extends SignInGuard('google') {
  override canActivate(context: ExecutionContext) {
    const http = context.switchToHttp();
    const { state } = http.getRequest<FastifyRequest<{ Querystring: { state?: unknown } }>>().query;
    if (typeof state === 'string') forgetSecret(http.getResponse<FastifyReply>(), state);
    return isProof(state) || super.canActivate(context);
  }
}
