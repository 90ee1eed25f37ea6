import { finishGoogleSignIn } from '@likewell/contracts/auth/sign-in-rpc';
import { googleCallback } from '@likewell/contracts/gateway/auth';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import Strategy from 'passport-custom';
import { readInput } from '../request/zod.pipe.js';
import { secretHash } from './oauth-state-cookie.js';
import { NewSessions } from './new-sessions.js';
import { SignInOrigin } from './sign-in-origin.js';
import type { NewSession } from './sign-in.guard.js';

/**
 * Proves an identity by Google's response, in the browser that began the sign-in. Auth speaks OpenID Connect;
 * only auth knows the attempt's PKCE verifier.
 */
@Injectable()
export class GoogleStrategy extends PassportStrategy(Strategy, 'google') {
  constructor(
    private readonly sessions: NewSessions,
    private readonly origin: SignInOrigin,
  ) {
    super();
  }

  /** @throws AppError INVALID_INPUT, or one of {@link finishGoogleSignIn} */
  async validate(request: FastifyRequest): Promise<NewSession> {
    const { query } = await readInput(googleCallback, request);
    return this.sessions.begin(finishGoogleSignIn, {
      answer: query,
      browserHash: secretHash(request, query.state),
      origin: this.origin.of(request),
    });
  }
}
