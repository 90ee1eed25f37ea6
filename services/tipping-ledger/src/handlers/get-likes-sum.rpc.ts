import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { getLikesSum } from '@likewell/contracts/tipping-ledger/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { findLikesSum } from '../storage/post-totals.js';

@Controller()
export class GetLikesSumHandler {
  constructor(private readonly database: Database) {}

  @Rpc(getLikesSum)
  async handle({ postId }: RpcInput<typeof getLikesSum>): Promise<RpcOutput<typeof getLikesSum>> {
    return { likesSumNano: await findLikesSum(this.database.read, postId) };
  }
}
