import * as auth from '@likewell/contracts/auth/sign-in-methods-rpc';
import * as routes from '@likewell/contracts/gateway/sessions';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller } from '@nestjs/common';
import { PasswordSealer } from '../auth/password-sealer.js';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { asSignedOut } from '../users/as-signed-out.js';
import { forAuth } from './identity-proof.js';
import { methodView } from './sessions.presenter.js';

@Controller()
export class SignInMethodsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly passwords: PasswordSealer,
  ) {}

  @Handle(routes.signInMethods)
  async list(@FromRequest() { memberId }: Input<typeof routes.signInMethods>) {
    const { items } = await this.rpc.call(auth.listSignInMethods, { memberId });
    return { items: items.map(methodView) };
  }

  @Handle(routes.removeSignInMethod)
  remove(@FromRequest() { params, memberId, tokenHash, origin }: Input<typeof routes.removeSignInMethod>) {
    const { provider, id: methodId } = params;
    const removal = { memberId, tokenHash, provider, methodId, origin };
    return this.rpc.call(auth.removeSignInMethod, removal).catch(asSignedOut);
  }

  @Handle(routes.addPassword)
  async addPassword(@FromRequest() { body, memberId, tokenHash, origin }: Input<typeof routes.addPassword>) {
    const adding = { memberId, tokenHash, password: this.passwords.seal(body.newPass), origin };
    return methodView(await this.rpc.call(auth.addPassword, adding).catch(asSignedOut));
  }

  @Handle(routes.addSignInMethod)
  async add(@FromRequest() { body, memberId, tokenHash, origin }: Input<typeof routes.addSignInMethod>) {
    const adding = { memberId, tokenHash, proof: forAuth(body), origin };
    return methodView(await this.rpc.call(auth.addSignInMethod, adding).catch(asSignedOut));
  }
}
