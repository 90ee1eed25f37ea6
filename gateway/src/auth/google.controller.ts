import * as auth from '@likewell/contracts/auth/rpc';
import * as routes from '@likewell/contracts/gateway/auth';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { giveSecret, newBrowserSecret, takeSecret } from './oauth-state-cookie.js';
import { sendPopupPage } from '../request/oauth-popup.js';
import { FromRequest, Handle, type Input } from '../request/route.decorator.js';
import { OwnProfilePresenter } from '../users/own-profile.presenter.js';

/** Signing in with Google in a pop-up window. Auth knows the protocol; here are its cookie and its pages. */
@Controller()
export class GoogleController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly members: OwnProfilePresenter,
  ) {}

  @Handle(routes.googleSignIn, { limit: 'login' })
  async begin(
    @FromRequest() { query }: Input<typeof routes.googleSignIn>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { secret, hash } = newBrowserSecret();
    const { url, state, isHttps } = await this.rpc.call(auth.beginGoogleSignIn, {
      host: request.host,
      browserHash: hash,
      referralCode: query.ref,
    });
    giveSecret(reply, state, secret, isHttps);
    void reply.header('referrer-policy', 'no-referrer').redirect(url, 302);
  }

  @Handle(routes.googleCallback, { limit: 'login' })
  async finish(
    @FromRequest() { query }: Input<typeof routes.googleCallback>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const browserHash = takeSecret(request, reply, query.state);
    const { token, member } = await this.rpc.call(auth.finishGoogleSignIn, { answer: query, browserHash });
    sendPopupPage(reply, 200, { token, user: await this.members.ownOrUnpaid(member) });
  }
}
