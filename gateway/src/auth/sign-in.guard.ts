import type { login } from '@likewell/contracts/gateway/auth';
import type { RouteResponse } from '@likewell/contracts/gateway/define-route';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';

/** Response to somebody who has proven their identity, in whatever way. */
export type NewSession = RouteResponse<typeof login>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of a sign-in. */
    newSession?: NewSession;
  }
}

/**
 * Lets in only a caller who proves their identity by the strategy of that name, which has auth begin a
 * session. An error that the strategy throws is the response.
 */
export const SignInGuard = (strategy: 'password' | 'google' | 'wallet') => {
  class StrategyGuard extends AuthGuard(strategy) {
    constructor() {
      super({ property: 'newSession' });
    }

    override handleRequest<Session = NewSession>(error: Error | null, session: Session): Session {
      if (error) throw error;
      return session;
    }
  }
  return StrategyGuard;
};

/** Injects the session that a {@link SignInGuard} has begun. */
export const FromSignIn = createParamDecorator((_: unknown, execution: ExecutionContext) => {
  return execution.switchToHttp().getRequest<FastifyRequest>().newSession;
});
