import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { revisionSubmitted } from '@likewell/contracts/posts/events';
import { createPost } from '@likewell/contracts/posts/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { AuthorDirectory } from '../storage/author-directory.js';
import { insertPost } from '../storage/posts.js';
import { readPost } from '../storage/post-views.js';
import { insertRevision } from '../storage/revisions.js';

@Controller()
export class CreatePostHandler {
  constructor(
    private readonly database: Database,
    private readonly authors: AuthorDirectory,
  ) {}

  @Rpc(createPost)
  async handle({ authorId, ...text }: RpcInput<typeof createPost>): Promise<RpcOutput<typeof createPost>> {
    await this.authors.ensure(authorId);
    return this.database.transaction(async (tx) => {
      const postId = await insertPost(tx, authorId);
      const revisionId = await insertRevision(tx, postId, text);
      await recordEvent(tx, revisionSubmitted, { postId, revisionId });
      return readPost(tx, postId, authorId);
    });
  }
}
