import { logIn } from '@likewell/contracts/auth/rpc';
import { login } from '@likewell/contracts/gateway/auth';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import Strategy from 'passport-custom';
import { RateLimiter } from '../request/rate-limiter.js';
import { readInput } from '../request/request-input.js';
import type { NewSession } from './sign-in.guard.js';

/** Proof by a password. Tries are limited by account, too, wherever they come from. */
@Injectable()
export class PasswordStrategy extends PassportStrategy(Strategy, 'password') {
  constructor(
    private readonly rpc: RpcClient,
    private readonly limiter: RateLimiter,
  ) {
    super();
  }

  /** @throws AppError INVALID_INPUT, RATE_LIMITED, or one of {@link logIn} */
  async validate(request: FastifyRequest): Promise<NewSession> {
    const { body } = await readInput(login, request);
    await this.limiter.take('login-account', body.emailOrUser.toLowerCase());
    return this.rpc.call(logIn, body);
  }
}
