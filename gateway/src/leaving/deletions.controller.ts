import * as auth from '@likewell/contracts/auth/leaving-rpc';
import * as routes from '@likewell/contracts/gateway/leaving';
import type { RpcOutput } from '@likewell/contracts/core/define-rpc';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Input } from '../request/zod.pipe.js';
import { originOf } from '../request/request-origin.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { SessionStore } from '../request/session-store.js';
import { asSignedOut } from '../users/as-signed-out.js';

/** Leaving for good, and returning in time. */
@Controller()
export class DeletionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: SessionStore,
  ) {}

  @Handle(routes.requestDeletion)
  async request(
    @FromRequest() { body, memberId, tokenHash }: Input<typeof routes.requestDeletion>,
    @Req() request: FastifyRequest,
  ) {
    const wanted = { memberId, keepsPosts: body.keep_posts, origin: originOf(request) };
    const planned = await this.rpc.call(auth.requestDeletion, wanted).catch(asSignedOut);
    this.sessions.forget(tokenHash);
    return view(planned);
  }

  @Handle(routes.plannedDeletion)
  async planned(@FromRequest() { memberId }: Input<typeof routes.plannedDeletion>) {
    const { deletion } = await this.rpc.call(auth.getDeletion, { memberId });
    return { deletion: deletion && view(deletion) };
  }

  @Handle(routes.cancelDeletion)
  async cancel(
    @FromRequest() { memberId }: Input<typeof routes.cancelDeletion>,
    @Req() request: FastifyRequest,
  ) {
    await this.rpc.call(auth.cancelDeletion, { memberId, origin: originOf(request) }).catch(asSignedOut);
    return {};
  }
}

const view = ({ deletionAt, keepsPosts }: RpcOutput<typeof auth.requestDeletion>) => ({
  deletion_at: deletionAt,
  keep_posts: keepsPosts,
});
