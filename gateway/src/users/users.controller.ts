import * as passwords from '@likewell/contracts/auth/passwords-rpc';
import * as profile from '@likewell/contracts/auth/profile-rpc';
import * as securityEvents from '@likewell/contracts/auth/security-events-rpc';
import * as routes from '@likewell/contracts/gateway/users';
import { getProfile } from '@likewell/contracts/posts/rpc';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Confirmations } from '../request/confirmations.js';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { SessionStore } from '../request/session-store.js';
import { PasswordSealer } from '../auth/password-sealer.js';
import { SignInOrigin } from '../auth/sign-in-origin.js';
import { PictureMaker } from '../avatars/picture-maker.js';
import { asSignedOut } from './as-signed-out.js';
import { securityEventView } from './security-events.presenter.js';
import { authorView, profileView } from './users.presenter.js';

@Controller()
export class UsersController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: SessionStore,
    private readonly pictures: PictureMaker,
    private readonly passwords: PasswordSealer,
    private readonly origin: SignInOrigin,
    private readonly confirmations: Confirmations,
  ) {}

  @Handle(routes.userProfile)
  async profile(@FromRequest() { params, memberId }: Input<typeof routes.userProfile>) {
    return profileView(await this.rpc.call(getProfile, { ...params, viewerId: memberId }));
  }

  @Handle(routes.changePassword)
  async password(
    @FromRequest() { body, memberId, tokenHash }: Input<typeof routes.changePassword>,
    @Req() request: FastifyRequest,
  ) {
    await this.confirmations.assertConfirmedBeyondPassword(tokenHash);
    const change = {
      origin: this.origin.ofLogIn(request),
      memberId,
      tokenHash,
      oldPassword: this.passwords.seal(body.oldPass),
      newPassword: this.passwords.seal(body.newPass),
    };
    await this.rpc.call(passwords.changePassword, change).catch(asSignedOut);
    this.sessions.forget(tokenHash);
    return {};
  }

  @Handle(routes.changeUsername)
  async username(@FromRequest() { body, memberId }: Input<typeof routes.changeUsername>) {
    const { username } = body;
    const changed = await this.rpc.call(profile.changeUsername, { memberId, username }).catch(asSignedOut);
    return authorView(changed);
  }

  @Handle(routes.changeAvatar)
  async avatar(@FromRequest() { readUpload, memberId }: Input<typeof routes.changeAvatar>) {
    const image = await this.pictures.make(await readUpload());
    const changed = await this.rpc.call(profile.changeAvatar, { memberId, image }).catch(asSignedOut);
    return authorView(changed);
  }

  @Handle(routes.securityEvents)
  async securityEvents(@FromRequest() { query, memberId, origin }: Input<typeof routes.securityEvents>) {
    const wanted = { memberId, cursor: query.cursor, origin };
    const { items, nextCursor } = await this.rpc.call(securityEvents.listSecurityEvents, wanted);
    return { items: items.map(securityEventView), nextCursor };
  }
}
