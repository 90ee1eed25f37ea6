import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { checkAccount, getProof } from '@likewell/contracts/giveaway/rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { DrawsService } from './draws.service.js';

@Controller()
export class DrawsController {
  constructor(private readonly draws: DrawsService) {}

  @Rpc(checkAccount)
  async check({ giveawayId, account }: RpcInput<typeof checkAccount>) {
    return { won: await this.draws.hasWon(giveawayId, account) };
  }

  @Rpc(getProof)
  proof({ giveawayId }: RpcInput<typeof getProof>) {
    return this.draws.proof(giveawayId);
  }
}
