import type { OwnProfile } from '@likewell/contracts/auth/profile';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';

/** What auth answers to somebody who has proven who they are. */
export interface NewSession {
  readonly token: string;
  readonly member: OwnProfile;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a sign-in's guard. */
    newSession?: NewSession;
  }
}

/**
 * Lets in only who proves who they are by the strategy of that name, which has auth begin a session.
 * What the strategy throws is the response.
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
