import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { unfollowAuthor } from '@likewell/contracts/posts/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { AuthorDirectory } from '../storage/author-directory.js';
import { deleteFollow } from '../storage/follows.js';

@Controller()
export class UnfollowAuthorHandler {
  constructor(
    private readonly database: Database,
    private readonly authors: AuthorDirectory,
  ) {}

  @Rpc(unfollowAuthor)
  async handle(input: RpcInput<typeof unfollowAuthor>): Promise<RpcOutput<typeof unfollowAuthor>> {
    const authorId = await this.authors.idOf(input.username);
    await this.database.transaction((tx) => deleteFollow(tx, input.followerId, authorId));
    return {};
  }
}
