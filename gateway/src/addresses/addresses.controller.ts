import * as address from '@likewell/contracts/auth/address-rpc';
import * as routes from '@likewell/contracts/gateway/addresses';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller } from '@nestjs/common';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { asSignedOut } from '../users/as-signed-out.js';
import { openedLink } from './opened-link.js';

/** The e-mail address of an account: what it is, verifying it, and changing it. */
@Controller()
export class AddressesController {
  constructor(private readonly rpc: RpcClient) {}

  @Handle(routes.account)
  async account(@FromRequest() { memberId }: Input<typeof routes.account>) {
    const { email, isVerified, pending } = await this.rpc.call(address.getAddress, { memberId });
    return {
      email,
      email_verified: isVerified,
      pending_email: pending?.email ?? null,
      waits_for: pending?.waitsFor ?? [],
    };
  }

  @Handle(routes.sendVerification)
  sendVerification(@FromRequest() { memberId, origin }: Input<typeof routes.sendVerification>) {
    return this.rpc.call(address.sendVerification, { memberId, origin });
  }

  @Handle(routes.changeEmail)
  change(@FromRequest() { memberId, tokenHash, body, origin }: Input<typeof routes.changeEmail>) {
    const change = { memberId, tokenHash, email: body.email, origin };
    return this.rpc.call(address.requestEmailChange, change).catch(asSignedOut);
  }

  @Handle(routes.verifyEmail)
  verify(@FromRequest() { memberId, body, origin }: Input<typeof routes.verifyEmail>) {
    return this.rpc.call(address.verifyEmail, { memberId, ...openedLink(body, origin) });
  }

  @Handle(routes.confirmEmailChange)
  async confirm(@FromRequest() { memberId, body, origin }: Input<typeof routes.confirmEmailChange>) {
    const link = { memberId, ...openedLink(body, origin) };
    const { email, isDone } = await this.rpc.call(address.confirmEmailChange, link);
    return { email, done: isDone };
  }

  @Handle(routes.undoEmailChange)
  undo(@FromRequest() { body, origin }: Input<typeof routes.undoEmailChange>) {
    return this.rpc.call(address.undoEmailChange, openedLink(body, origin));
  }
}
