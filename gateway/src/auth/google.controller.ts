import * as auth from '@likewell/contracts/auth/rpc';
import * as routes from '@likewell/contracts/gateway/auth';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { giveSecret, newBrowserSecret } from './oauth-state-cookie.js';
import { sendPopupPage } from '../request/oauth-popup.js';
import type { Input } from '../request/request-input.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { OwnProfilePresenter } from '../users/own-profile.presenter.js';
import { GoogleCallbackGuard } from './google-callback.guard.js';
import { FromSignIn, type NewSession } from './sign-in.guard.js';

/** Signing in with Google in a pop-up window. Auth knows the protocol; here are its cookie and its pages. */
@Controller()
export class GoogleController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly members: OwnProfilePresenter,
  ) {}

  @Handle(routes.googleSignIn)
  async begin(
    @FromRequest() { query, host }: Input<typeof routes.googleSignIn>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { secret, hash } = newBrowserSecret();
    const { url, state, isHttps } = await this.rpc.call(auth.beginGoogleSignIn, {
      host,
      browserHash: hash,
      referralCode: query.ref,
    });
    giveSecret(reply, state, secret, isHttps);
    void reply.header('referrer-policy', 'no-referrer').redirect(url, 302);
  }

  @Handle(routes.googleCallback)
  @UseGuards(GoogleCallbackGuard)
  async finish(@FromSignIn() { token, member }: NewSession, @Res() reply: FastifyReply): Promise<void> {
    sendPopupPage(reply, 200, { token, user: await this.members.ownOrUnpaid(member) });
  }
}
