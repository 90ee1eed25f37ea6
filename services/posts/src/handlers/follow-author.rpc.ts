import { AppError } from '@likewell/contracts/kernel/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { postErrors } from '@likewell/contracts/posts/errors';
import { followAuthor } from '@likewell/contracts/posts/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { AuthorDirectory } from '../storage/author-directory.js';
import { countFollows, insertFollow, lockFollower } from '../storage/follows.js';

/** A bound on what a page of the Following feed has to merge. */
const MAX_FOLLOWS = 5000;

@Controller()
export class FollowAuthorHandler {
  constructor(
    private readonly database: Database,
    private readonly authors: AuthorDirectory,
  ) {}

  @Rpc(followAuthor)
  async handle(input: RpcInput<typeof followAuthor>): Promise<RpcOutput<typeof followAuthor>> {
    const { followerId, username } = input;
    const authorId = await this.authors.idOf(username);
    if (authorId === followerId) throw new AppError(postErrors.CANNOT_FOLLOW_YOURSELF);
    await this.authors.ensure(followerId);
    await this.database.transaction(async (tx) => {
      await lockFollower(tx, followerId);
      const isNew = await insertFollow(tx, followerId, authorId);
      if (isNew && (await countFollows(tx, followerId)) > MAX_FOLLOWS)
        throw new AppError(postErrors.TOO_MANY_FOLLOWS);
    });
    return {};
  }
}
