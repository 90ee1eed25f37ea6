import { listGiveaways } from '@likewell/contracts/giveaway/rpc';
import type { RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { Clock } from '../storage/clock.js';
import { findGiveaways } from '../storage/giveaways.js';

@Controller()
export class ListGiveawaysHandler {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Rpc(listGiveaways)
  async handle(): Promise<RpcOutput<typeof listGiveaways>> {
    const { read } = this.database;
    return { giveaways: await findGiveaways(read, await this.clock.now(read)) };
  }
}
