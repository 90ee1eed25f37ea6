import * as security from '@likewell/contracts/auth/security-rpc';
import * as routes from '@likewell/contracts/gateway/sessions';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Input } from '../request/zod.pipe.js';
import { originOf } from '../request/request-origin.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { asSignedOut } from '../users/as-signed-out.js';
import { sessionView } from './sessions.presenter.js';

/** Where a member is signed in. */
@Controller()
export class SessionsController {
  constructor(private readonly rpc: RpcClient) {}

  @Handle(routes.sessions)
  async list(
    @FromRequest() { memberId, tokenHash }: Input<typeof routes.sessions>,
    @Req() request: FastifyRequest,
  ) {
    const wanted = { memberId, tokenHash, origin: originOf(request) };
    const { items } = await this.rpc.call(security.listSessions, wanted);
    return { items: items.map(sessionView) };
  }

  @Handle(routes.endSession)
  end(@FromRequest() { params, memberId }: Input<typeof routes.endSession>, @Req() request: FastifyRequest) {
    const ending = { memberId, sessionId: params.id, origin: originOf(request) };
    return this.rpc.call(security.endListedSession, ending);
  }

  @Handle(routes.endOtherSessions)
  endOthers(
    @FromRequest() { memberId, tokenHash }: Input<typeof routes.endOtherSessions>,
    @Req() request: FastifyRequest,
  ) {
    const ending = { memberId, tokenHash, origin: originOf(request) };
    return this.rpc.call(security.endOtherSessions, ending).catch(asSignedOut);
  }
}
