import * as auth from '@likewell/contracts/auth/sign-in-rpc';
import * as routes from '@likewell/contracts/gateway/auth';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller, UseGuards } from '@nestjs/common';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { FromSignIn, SignInGuard, type NewSession } from './sign-in.guard.js';

/** Signing in by a wallet's signature. */
@Controller()
export class WalletSignInController {
  constructor(private readonly rpc: RpcClient) {}

  @Handle(routes.walletNonce)
  nonce(@FromRequest() { host }: Input<typeof routes.walletNonce>) {
    return this.rpc.call(auth.beginWalletSignIn, { host });
  }

  @Handle(routes.loginWallet)
  @UseGuards(SignInGuard('wallet'))
  login(@FromSignIn() session: NewSession) {
    return session;
  }
}
