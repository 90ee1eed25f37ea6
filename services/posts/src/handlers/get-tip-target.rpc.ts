import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { getTipTarget } from '@likewell/contracts/posts/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { findTipTarget } from '../storage/posts.js';

@Controller()
export class GetTipTargetHandler {
  constructor(private readonly database: Database) {}

  @Rpc(getTipTarget)
  async handle({ postId }: RpcInput<typeof getTipTarget>): Promise<RpcOutput<typeof getTipTarget>> {
    return { target: await findTipTarget(this.database.read, postId) };
  }
}
