import { finishWalletSignIn } from '@likewell/contracts/auth/sign-in-rpc';
import { loginWallet } from '@likewell/contracts/gateway/auth';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import Strategy from 'passport-custom';
import { readInput } from '../request/zod.pipe.js';
import { NewSessions } from './new-sessions.js';
import { SignInOrigin } from './sign-in-origin.js';
import type { NewSession } from './sign-in.guard.js';

/** Proves an identity by a wallet's signature under a text that auth issued. */
@Injectable()
export class WalletStrategy extends PassportStrategy(Strategy, 'wallet') {
  constructor(
    private readonly sessions: NewSessions,
    private readonly origin: SignInOrigin,
  ) {
    super();
  }

  /** @throws AppError INVALID_INPUT, or one of {@link finishWalletSignIn} */
  async validate(request: FastifyRequest): Promise<NewSession> {
    const { ref, ...statement } = (await readInput(loginWallet, request)).body;
    const form = { ...statement, referralCode: ref, origin: this.origin.of(request) };
    return this.sessions.begin(finishWalletSignIn, form);
  }
}
