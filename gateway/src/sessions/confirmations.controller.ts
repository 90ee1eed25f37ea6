import { confirmIdentity } from '@likewell/contracts/auth/confirmation-rpc';
import * as routes from '@likewell/contracts/gateway/sessions';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PasswordSealer } from '../auth/password-sealer.js';
import { SignInOrigin } from '../auth/sign-in-origin.js';
import { recoveryCodeHash } from '../keys/recovery-codes.js';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { asSignedOut } from '../users/as-signed-out.js';
import { forAuth } from './identity-proof.js';

/** Asking a member again to confirm their identity. */
@Controller()
export class ConfirmationsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly origin: SignInOrigin,
    private readonly passwords: PasswordSealer,
  ) {}

  @Handle(routes.confirm)
  async confirm(
    @FromRequest() { body, memberId, tokenHash }: Input<typeof routes.confirm>,
    @Req() request: FastifyRequest,
  ) {
    const proof = this.proofOf(body);
    const origin = this.origin.ofLogIn(request);
    const { confirmedUntil } = await this.rpc
      .call(confirmIdentity, { memberId, tokenHash, proof, origin })
      .catch(asSignedOut);
    return { confirmed_until: confirmedUntil };
  }

  private proofOf(body: Input<typeof routes.confirm>['body']) {
    switch (body.way) {
      case 'password':
        return { ...body, password: this.passwords.seal(body.password) };
      case 'totp':
        return { ...body, code: this.passwords.seal(body.code) };
      case 'recovery-code':
        return { way: body.way, codeHash: recoveryCodeHash(body.recoveryCode) };
      default:
        return forAuth(body);
    }
  }
}
