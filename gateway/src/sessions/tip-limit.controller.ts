import * as auth from '@likewell/contracts/auth/tip-limit-rpc';
import * as routes from '@likewell/contracts/gateway/sessions';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller } from '@nestjs/common';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { SessionStore } from '../request/session-store.js';
import { asSignedOut } from '../users/as-signed-out.js';
import { tipLimitView } from './sessions.presenter.js';

/** The amount above which a member wants to confirm their identity before a tip. */
@Controller()
export class TipLimitController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sessions: SessionStore,
  ) {}

  @Handle(routes.tipLimit)
  async get(@FromRequest() { memberId }: Input<typeof routes.tipLimit>) {
    return tipLimitView(await this.rpc.call(auth.getTipLimit, { memberId }).catch(asSignedOut));
  }

  @Handle(routes.setTipLimit)
  async set(@FromRequest() { body, memberId, tokenHash }: Input<typeof routes.setTipLimit>) {
    const setting = { memberId, limitNano: body.limit };
    const limit = await this.rpc.call(auth.setTipLimit, setting).catch(asSignedOut);
    this.sessions.forget(tokenHash);
    return tipLimitView(limit);
  }
}
