import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { getTipTarget } from '@likewell/contracts/posts/rpc';
import { createTip } from '@likewell/contracts/tipping-ledger/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { settledOrThrow } from '../domain/tip.js';
import { TipSettler } from '../storage/tip-settler.js';
import { rememberPost } from '../storage/post-totals.js';

@Controller()
export class CreateTipHandler {
  constructor(
    private readonly settler: TipSettler,
    private readonly database: Database,
    private readonly rpc: RpcClient,
  ) {}

  @Rpc(createTip)
  async handle(tip: RpcInput<typeof createTip>): Promise<RpcOutput<typeof createTip>> {
    const outcome = await this.settler.settle(tip);
    if (outcome.verdict !== 'unknown-post' || !(await this.learnPost(tip.postId)))
      return settledOrThrow(outcome);
    return settledOrThrow(await this.settler.settle(tip));
  }

  /** The news of a fresh post may still be on its way: posts is asked once before the tip is refused. */
  private async learnPost(postId: number): Promise<boolean> {
    const { target } = await this.rpc.call(getTipTarget, { postId });
    if (target === null) return false;
    await this.database.transaction((tx) => rememberPost(tx, { postId, ...target }));
    return true;
  }
}
