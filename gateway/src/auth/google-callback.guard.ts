import { Injectable, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forgetSecret } from './oauth-state-cookie.js';
import { isProof } from './google-proofs.js';
import { SignInGuard } from './sign-in.guard.js';

/**
 * Signs in with Google's response, unless it belongs to a proof. In every case, the browser's secret for that
 * response is used up.
 */
@Injectable()
export class GoogleCallbackGuard extends SignInGuard('google') {
  override canActivate(context: ExecutionContext) {
    const http = context.switchToHttp();
    const { state } = http.getRequest<FastifyRequest<{ Querystring: { state?: unknown } }>>().query;
    if (typeof state === 'string') forgetSecret(http.getResponse<FastifyReply>(), state);
    return isProof(state) || super.canActivate(context);
  }
}
