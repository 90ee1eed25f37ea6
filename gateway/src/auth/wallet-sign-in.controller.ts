import * as auth from '@likewell/contracts/auth/rpc';
import * as routes from '@likewell/contracts/gateway/auth';
import type { RouteAnswer } from '@likewell/contracts/gateway/define-route';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { FromRequest, Handle, type Input } from '../request/route.decorator.js';
import { OwnProfilePresenter } from '../users/own-profile.presenter.js';

/** Signing in by a wallet's signature. */
@Controller()
export class WalletSignInController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly members: OwnProfilePresenter,
  ) {}

  @Handle(routes.walletNonce, { limit: 'login' })
  nonce(@Req() request: FastifyRequest): Promise<RouteAnswer<typeof routes.walletNonce>> {
    return this.rpc.call(auth.beginWalletSignIn, { host: request.host });
  }

  @Handle(routes.loginWallet, { limit: 'login' })
  async login(
    @FromRequest() { body: { ref, ...statement } }: Input<typeof routes.loginWallet>,
  ): Promise<RouteAnswer<typeof routes.loginWallet>> {
    const { token, member } = await this.rpc.call(auth.finishWalletSignIn, {
      ...statement,
      referralCode: ref,
    });
    return { token, user: await this.members.ownOrUnpaid(member) };
  }
}
