import { endSession, getSession, getSessions } from '@likewell/contracts/auth/sessions-rpc';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { SessionsService } from './sessions.service.js';

const NO_SESSION: RpcOutput<typeof getSession> = { memberId: null, role: 'member' };

@Controller()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Rpc(getSession)
  async get({ tokenHash }: RpcInput<typeof getSession>): Promise<RpcOutput<typeof getSession>> {
    const [session] = await this.sessions.find([tokenHash]);
    return session ?? NO_SESSION;
  }

  @Rpc(getSessions)
  async getAll({ tokenHashes }: RpcInput<typeof getSessions>): Promise<RpcOutput<typeof getSessions>> {
    const sessions = await this.sessions.find(tokenHashes);
    return { sessions: sessions.map((session) => session ?? NO_SESSION) };
  }

  @Rpc(endSession)
  async end({ tokenHash, origin }: RpcInput<typeof endSession>): Promise<RpcOutput<typeof endSession>> {
    await this.sessions.end(tokenHash, origin);
    return {};
  }
}
