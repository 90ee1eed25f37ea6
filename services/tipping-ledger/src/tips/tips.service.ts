import { getTipTarget } from '@likewell/contracts/posts/rpc';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Injectable } from '@nestjs/common';
import { PostsService } from '../posts/posts.service.js';
import { settledOrThrow, type SettledTip, type TipRequest } from './tip.js';
import { tipSwitch } from './tip-switch.js';
import { TipSettler } from './tip-settler.js';

@Injectable()
export class TipsService {
  /** Whether an operator has paused tips, as of the last look. */
  isPaused = false;

  constructor(
    private readonly settler: TipSettler,
    private readonly posts: PostsService,
    private readonly rpc: RpcClient,
  ) {}

  /**
   * Settles a tip: it is committed before this resolves, and the same key again gives the first tip.
   * @throws AppError that says why it was rejected, OVERLOADED when too many wait, PAUSED by an operator
   */
  async create(tip: TipRequest): Promise<SettledTip> {
    if (this.isPaused) throw tipSwitch.error();
    const outcome = await this.settler.settle(tip);
    if (outcome.verdict !== 'unknown-post' || !(await this.learnPost(tip.postId)))
      return settledOrThrow(outcome);
    return settledOrThrow(await this.settler.settle(tip));
  }

  /** The news of a fresh post may still be on its way: posts is asked once before the tip is rejected. */
  private async learnPost(postId: number): Promise<boolean> {
    const { target } = await this.rpc.call(getTipTarget, { postId });
    if (target === null) return false;
    await this.posts.remember({ postId, ...target });
    return true;
  }
}
