import * as security from '@likewell/contracts/auth/security-rpc';
import * as routes from '@likewell/contracts/gateway/sessions';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PasswordSealer } from '../auth/password-sealer.js';
import type { Input } from '../request/zod.pipe.js';
import { originOf } from '../request/request-origin.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { asSignedOut } from '../users/as-signed-out.js';
import { forAuth } from './identity-proof.js';
import { methodView } from './sessions.presenter.js';

/** What signs a member in. */
@Controller()
export class SignInMethodsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly passwords: PasswordSealer,
  ) {}

  @Handle(routes.signInMethods)
  async list(@FromRequest() { memberId }: Input<typeof routes.signInMethods>) {
    const { items } = await this.rpc.call(security.listSignInMethods, { memberId });
    return { items: items.map(methodView) };
  }

  @Handle(routes.removeSignInMethod)
  remove(
    @FromRequest() { params, memberId, tokenHash }: Input<typeof routes.removeSignInMethod>,
    @Req() request: FastifyRequest,
  ) {
    const { provider, id: methodId } = params;
    const removal = { memberId, tokenHash, provider, methodId, origin: originOf(request) };
    return this.rpc.call(security.removeSignInMethod, removal).catch(asSignedOut);
  }

  @Handle(routes.addPassword)
  async addPassword(
    @FromRequest() { body, memberId }: Input<typeof routes.addPassword>,
    @Req() request: FastifyRequest,
  ) {
    const adding = { memberId, password: this.passwords.seal(body.newPass), origin: originOf(request) };
    return methodView(await this.rpc.call(security.addPassword, adding).catch(asSignedOut));
  }

  @Handle(routes.addSignInMethod)
  async add(
    @FromRequest() { body, memberId }: Input<typeof routes.addSignInMethod>,
    @Req() request: FastifyRequest,
  ) {
    const adding = { memberId, proof: forAuth(body), origin: originOf(request) };
    return methodView(await this.rpc.call(security.addSignInMethod, adding).catch(asSignedOut));
  }
}
