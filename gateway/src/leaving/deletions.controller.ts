import * as auth from '@likewell/contracts/auth/leaving-rpc';
import * as routes from '@likewell/contracts/gateway/leaving';
import type { RpcOutput } from '@likewell/contracts/core/define-rpc';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller } from '@nestjs/common';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { SessionStore } from '../request/session-store.js';
import { asSignedOut } from '../users/as-signed-out.js';

/** Deleting the own account, and cancelling that in time. */
@Controller()
export class DeletionsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: SessionStore,
  ) {}

  @Handle(routes.requestDeletion)
  async request(@FromRequest() { body, memberId, tokenHash, origin }: Input<typeof routes.requestDeletion>) {
    const wanted = { memberId, tokenHash, keepsPosts: body.keep_posts, origin };
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
  async cancel(@FromRequest() { memberId, origin }: Input<typeof routes.cancelDeletion>) {
    await this.rpc.call(auth.cancelDeletion, { memberId, origin }).catch(asSignedOut);
    return {};
  }
}

const view = ({ deletionAt, keepsPosts }: RpcOutput<typeof auth.requestDeletion>) => ({
  deletion_at: deletionAt,
  keep_posts: keepsPosts,
});
