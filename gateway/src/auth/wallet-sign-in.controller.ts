import * as auth from '@likewell/contracts/auth/sign-in-rpc';
import * as routes from '@likewell/contracts/gateway/auth';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller, UseGuards } from '@nestjs/common';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { OwnProfilePresenter } from '../users/own-profile.presenter.js';
import { FromSignIn, SignInGuard, type NewSession } from './sign-in.guard.js';

/** Signing in by a wallet's signature. */
@Controller()
export class WalletSignInController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly members: OwnProfilePresenter,
  ) {}

  @Handle(routes.walletNonce)
  nonce(@FromRequest() { host }: Input<typeof routes.walletNonce>) {
    return this.rpc.call(auth.beginWalletSignIn, { host });
  }

  @Handle(routes.loginWallet)
  @UseGuards(SignInGuard('wallet'))
  async login(@FromSignIn() { token, member }: NewSession) {
    return { token, user: await this.members.own(member) };
  }
}
