import { getProof } from '@likewell/contracts/giveaway/rpc';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { Clock } from '../storage/clock.js';
import { readProof } from '../storage/giveaways.js';

@Controller()
export class GetProofHandler {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Rpc(getProof)
  async handle({ giveawayId }: RpcInput<typeof getProof>): Promise<RpcOutput<typeof getProof>> {
    const { read } = this.database;
    return readProof(read, giveawayId, await this.clock.now(read));
  }
}
