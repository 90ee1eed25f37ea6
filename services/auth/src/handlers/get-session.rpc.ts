import { getSession } from '@likewell/contracts/auth/rpc';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { SessionCache } from '../storage/session-cache.js';
import { useSession } from '../storage/sessions.js';

@Controller()
export class GetSessionHandler {
  constructor(
    private readonly database: Database,
    private readonly cache: SessionCache,
  ) {}

  @Rpc(getSession)
  async handle({ tokenHash }: RpcInput<typeof getSession>): Promise<RpcOutput<typeof getSession>> {
    const session = await useSession(this.database.read, tokenHash);
    if (!session) return { memberId: null, role: 'member' };
    await this.cache.remember(tokenHash, session);
    return session;
  }
}
