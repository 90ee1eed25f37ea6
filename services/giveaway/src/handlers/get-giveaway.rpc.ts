import { getGiveaway } from '@likewell/contracts/giveaway/rpc';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { Clock } from '../storage/clock.js';
import { readGiveaway } from '../storage/giveaways.js';

@Controller()
export class GetGiveawayHandler {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Rpc(getGiveaway)
  async handle({ giveawayId }: RpcInput<typeof getGiveaway>): Promise<RpcOutput<typeof getGiveaway>> {
    const { read } = this.database;
    return readGiveaway(read, giveawayId, await this.clock.now(read));
  }
}
