import * as address from '@likewell/contracts/auth/address-rpc';
import * as routes from '@likewell/contracts/gateway/addresses';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller } from '@nestjs/common';
import { PasswordSealer } from '../auth/password-sealer.js';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { openedLink } from './opened-link.js';

/** Setting a new password by a link that was mailed to a member who forgot theirs. */
@Controller()
export class PasswordResetsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly passwords: PasswordSealer,
  ) {}

  @Handle(routes.requestPasswordReset)
  request(@FromRequest() { body, origin }: Input<typeof routes.requestPasswordReset>) {
    return this.rpc.call(address.requestPasswordReset, { ...body, origin });
  }

  @Handle(routes.resetPassword)
  reset(@FromRequest() { body, origin }: Input<typeof routes.resetPassword>) {
    const newPassword = this.passwords.seal(body.newPassword);
    return this.rpc.call(address.resetPassword, { ...openedLink(body, origin), newPassword });
  }
}
