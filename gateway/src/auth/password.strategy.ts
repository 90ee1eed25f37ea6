import { logIn } from '@likewell/contracts/auth/sign-in-rpc';
import { login } from '@likewell/contracts/gateway/auth';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import Strategy from 'passport-custom';
import { readInput } from '../request/zod.pipe.js';
import { NewSessions } from './new-sessions.js';
import { PasswordSealer } from './password-sealer.js';
import { SignInOrigin } from './sign-in-origin.js';
import type { NewSession } from './sign-in.guard.js';

/** Proves an identity by a password. Auth also limits wrong passwords by account. */
@Injectable()
export class PasswordStrategy extends PassportStrategy(Strategy, 'password') {
  constructor(
    private readonly sessions: NewSessions,
    private readonly origin: SignInOrigin,
    private readonly passwords: PasswordSealer,
  ) {
    super();
  }

  /** @throws AppError INVALID_INPUT, or one of {@link logIn} */
  async validate(request: FastifyRequest): Promise<NewSession> {
    const { body } = await readInput(login, request);
    const origin = this.origin.ofLogIn(request);
    return this.sessions.begin(logIn, { ...body, password: this.passwords.seal(body.password), origin });
  }
}
