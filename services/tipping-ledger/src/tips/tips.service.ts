import { getTipTarget } from '@likewell/contracts/posts/rpc';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { PostsService } from '../posts/posts.service.js';
import { settledOrThrow, type TipRequest } from './tip.js';
import { tipSwitch } from './tip-switch.js';
import { TipSettler } from './tip-settler.js';

@Injectable()
export class TipsService {
  /** Whether an operator has paused tips, as of the last read; null before the first. */
  private isPaused: boolean | null = null;

  constructor(
    private readonly settler: TipSettler,
    private readonly posts: PostsService,
    private readonly rpc: RpcClient,
    private readonly database: Database,
  ) {}

  /** Reads and returns whether an operator has paused tips. */
  async readSwitch(): Promise<boolean> {
    return (this.isPaused = await tipSwitch.isPaused(this.database.read));
  }

  /**
   * Settles a tip: it is committed before the promise resolves, and the same key again returns the first tip.
   * @throws AppError with the reason of a rejection; OVERLOADED when too many tips wait; PAUSED by an
   * operator
   */
  async create(tip: TipRequest) {
    // A tip may arrive before the job's first read.
    if (this.isPaused ?? (await this.readSwitch())) throw tipSwitch.error();
    const result = await this.settler.settle(tip);
    if (result.outcome !== 'unknown-post' || !(await this.learnPost(tip.postId)))
      return settledOrThrow(result);
    return settledOrThrow(await this.settler.settle(tip));
  }

  /** Asks posts about an unknown post before the tip is rejected: a new post's event may not have arrived yet. */
  private async learnPost(postId: number): Promise<boolean> {
    const { target } = await this.rpc.call(getTipTarget, { postId });
    if (target === null) return false;
    await this.posts.remember({ postId, ...target });
    return true;
  }
}
