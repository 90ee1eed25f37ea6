import * as address from '@likewell/contracts/auth/address-rpc';
import * as routes from '@likewell/contracts/gateway/addresses';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PasswordSealer } from '../auth/password-sealer.js';
import type { Input } from '../request/zod.pipe.js';
import { originOf } from '../request/request-origin.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { openedLink } from './opened-link.js';

/** A new password for who forgot theirs, by a link to their address. */
@Controller()
export class PasswordResetsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly passwords: PasswordSealer,
  ) {}

  @Handle(routes.requestPasswordReset)
  request(
    @FromRequest() { body }: Input<typeof routes.requestPasswordReset>,
    @Req() request: FastifyRequest,
  ) {
    return this.rpc.call(address.requestPasswordReset, { ...body, origin: originOf(request) });
  }

  @Handle(routes.resetPassword)
  reset(@FromRequest() { body }: Input<typeof routes.resetPassword>, @Req() request: FastifyRequest) {
    const newPassword = this.passwords.seal(body.newPassword);
    return this.rpc.call(address.resetPassword, { ...openedLink(body, request), newPassword });
  }
}
