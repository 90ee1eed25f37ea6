import * as auth from '@likewell/contracts/auth/sign-in-rpc';
import * as routes from '@likewell/contracts/gateway/auth';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { giveSecret, newBrowserSecret } from './oauth-state-cookie.js';
import { sendPopupPage } from '../request/oauth-popup.js';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { GoogleCallbackGuard } from './google-callback.guard.js';
import { GoogleProofs } from './google-proofs.js';
import { FromSignIn, type NewSession } from './sign-in.guard.js';

/**
 * Signing in with Google in a pop-up window. Auth implements the protocol; this controller handles its cookie
 * and pages.
 */
@Controller()
export class GoogleController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly proofs: GoogleProofs,
  ) {}

  @Handle(routes.googleSignIn)
  async begin(
    @FromRequest() { query, host }: Input<typeof routes.googleSignIn>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.sendToGoogle(reply, { host, referralCode: query.ref });
  }

  @Handle(routes.googleProof)
  async beginProof(
    @FromRequest() { host }: Input<typeof routes.googleProof>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.sendToGoogle(reply, { host, referralCode: null, purpose: 'proof' });
  }

  @Handle(routes.googleCallback)
  @UseGuards(GoogleCallbackGuard)
  async finish(
    @FromSignIn() session: NewSession | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendPopupPage(reply, 200, session ?? { proof: await this.proofs.finish(request) });
  }

  private async sendToGoogle(
    reply: FastifyReply,
    begin: Omit<RpcInput<typeof auth.beginGoogleSignIn>, 'browserHash'>,
  ): Promise<void> {
    const { secret, hash } = newBrowserSecret();
    const { url, state, isHttps } = await this.rpc.call(auth.beginGoogleSignIn, {
      ...begin,
      browserHash: hash,
    });
    giveSecret(reply, state, secret, isHttps);
    void reply.header('referrer-policy', 'no-referrer').redirect(url, 302);
  }
}
