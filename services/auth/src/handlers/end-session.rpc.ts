import { endSession } from '@likewell/contracts/auth/rpc';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { SessionCache } from '../storage/session-cache.js';
import { deleteSession } from '../storage/sessions.js';

@Controller()
export class EndSessionHandler {
  constructor(
    private readonly database: Database,
    private readonly cache: SessionCache,
  ) {}

  @Rpc(endSession)
  async handle({ tokenHash }: RpcInput<typeof endSession>): Promise<RpcOutput<typeof endSession>> {
    await this.database.transaction((tx) => deleteSession(tx, tokenHash));
    await this.cache.revoke([tokenHash]);
    return {};
  }
}
