import { endListedSession, endOtherSessions, listSessions } from '@likewell/contracts/auth/sessions-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { ListedSessionsService } from './listed-sessions.service.js';

@Controller()
export class ListedSessionsController {
  constructor(private readonly sessions: ListedSessionsService) {}

  @Rpc(listSessions)
  async list(input: RpcInput<typeof listSessions>) {
    return { items: await this.sessions.list(input) };
  }

  @Rpc(endListedSession)
  async end(input: RpcInput<typeof endListedSession>) {
    await this.sessions.end(input);
    return {};
  }

  @Rpc(endOtherSessions)
  async endOthers(input: RpcInput<typeof endOtherSessions>) {
    return { ended: await this.sessions.endOthers(input) };
  }
}
