import * as auth from '@likewell/contracts/auth/sessions-rpc';
import * as routes from '@likewell/contracts/gateway/sessions';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller } from '@nestjs/common';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { asSignedOut } from '../users/as-signed-out.js';
import { sessionView } from './sessions.presenter.js';

@Controller()
export class SessionsController {
  constructor(private readonly rpc: RpcClient) {}

  @Handle(routes.sessions)
  async list(@FromRequest() { memberId, tokenHash, origin }: Input<typeof routes.sessions>) {
    const wanted = { memberId, tokenHash, origin };
    const { items } = await this.rpc.call(auth.listSessions, wanted);
    return { items: items.map(sessionView) };
  }

  @Handle(routes.endSession)
  end(@FromRequest() { params, memberId, tokenHash, origin }: Input<typeof routes.endSession>) {
    const ending = { memberId, tokenHash, sessionId: params.id, origin };
    return this.rpc.call(auth.endListedSession, ending).catch(asSignedOut);
  }

  @Handle(routes.endOtherSessions)
  endOthers(@FromRequest() { memberId, tokenHash, origin }: Input<typeof routes.endOtherSessions>) {
    const ending = { memberId, tokenHash, origin };
    return this.rpc.call(auth.endOtherSessions, ending).catch(asSignedOut);
  }
}
