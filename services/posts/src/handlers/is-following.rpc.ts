import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { isFollowing } from '@likewell/contracts/posts/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { AuthorDirectory } from '../storage/author-directory.js';
import { hasFollow } from '../storage/follows.js';

@Controller()
export class IsFollowingHandler {
  constructor(
    private readonly database: Database,
    private readonly authors: AuthorDirectory,
  ) {}

  @Rpc(isFollowing)
  async handle(input: RpcInput<typeof isFollowing>): Promise<RpcOutput<typeof isFollowing>> {
    const authorId = await this.authors.idOf(input.username);
    return { following: await hasFollow(this.database.read, input.followerId, authorId) };
  }
}
