import { endSession, getSession, getSessions } from '@likewell/contracts/auth/sessions-rpc';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { SessionsService } from './sessions.service.js';

@Controller()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Rpc(getSession)
  async get({ tokenHash }: RpcInput<typeof getSession>): Promise<RpcOutput<typeof getSession>> {
    return (await this.sessions.find(tokenHash)) ?? { memberId: null, role: 'member' };
  }

  @Rpc(getSessions)
  async getAll({ tokenHashes }: RpcInput<typeof getSessions>): Promise<RpcOutput<typeof getSessions>> {
    return { sessions: await Promise.all(tokenHashes.map((tokenHash) => this.get({ tokenHash }))) };
  }

  @Rpc(endSession)
  async end({ tokenHash, origin }: RpcInput<typeof endSession>): Promise<RpcOutput<typeof endSession>> {
    await this.sessions.end(tokenHash, origin);
    return {};
  }
}
