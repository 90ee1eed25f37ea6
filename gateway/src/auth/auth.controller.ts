import * as profile from '@likewell/contracts/auth/profile-rpc';
import * as sessions from '@likewell/contracts/auth/sessions-rpc';
import { registerMember } from '@likewell/contracts/auth/sign-in-rpc';
import * as routes from '@likewell/contracts/gateway/auth';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller, Req, UseGuards } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { SessionStore } from '../request/session-store.js';
import { asSignedOut } from '../users/as-signed-out.js';
import { OwnProfilePresenter } from '../users/own-profile.presenter.js';
import { SignInOrigin } from './sign-in-origin.js';
import { NewSessions } from './new-sessions.js';
import { PasswordSealer } from './password-sealer.js';
import { FromSignIn, SignInGuard, type NewSession } from './sign-in.guard.js';
import { userView } from '../users/users.presenter.js';

@Controller()
export class AuthController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: SessionStore,
    private readonly newSessions: NewSessions,
    private readonly members: OwnProfilePresenter,
    private readonly origin: SignInOrigin,
    private readonly passwords: PasswordSealer,
  ) {}

  @Handle(routes.register)
  register(
    @FromRequest() { body: { ref, ...form } }: Input<typeof routes.register>,
    @Req() request: FastifyRequest,
  ) {
    const password = this.passwords.seal(form.password);
    const newcomer = { ...form, password, referralCode: ref, origin: this.origin.of(request) };
    return this.newSessions.begin(registerMember, newcomer);
  }

  @Handle(routes.login)
  @UseGuards(SignInGuard('password'))
  login(@FromSignIn() session: NewSession) {
    return session;
  }

  @Handle(routes.me)
  async me(@FromRequest() { memberId }: Input<typeof routes.me>) {
    const [member, balance] = await Promise.all([
      this.rpc.call(profile.getOwnProfile, { memberId }).catch(asSignedOut),
      this.members.balanceOf({ memberId }),
    ]);
    return userView(member, balance);
  }

  @Handle(routes.logout)
  async logout(@FromRequest() { tokenHash, origin }: Input<typeof routes.logout>) {
    await this.rpc.call(sessions.endSession, { tokenHash, origin });
    this.sessions.forget(tokenHash);
    return {};
  }
}
