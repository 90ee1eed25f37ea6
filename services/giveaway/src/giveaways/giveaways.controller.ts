import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { getGiveaway, listGiveaways } from '@likewell/contracts/giveaway/rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { GiveawaysService } from './giveaways.service.js';

@Controller()
export class GiveawaysController {
  constructor(private readonly giveaways: GiveawaysService) {}

  @Rpc(listGiveaways)
  async list() {
    return { giveaways: await this.giveaways.list() };
  }

  @Rpc(getGiveaway)
  get({ giveawayId }: RpcInput<typeof getGiveaway>) {
    return this.giveaways.get(giveawayId);
  }
}
