import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { revisionSubmitted } from '@likewell/contracts/posts/events';
import { editPost } from '@likewell/contracts/posts/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { ownPost } from '../domain/ownership.js';
import { lockPost } from '../storage/posts.js';
import { readPost } from '../storage/post-views.js';
import { insertRevision } from '../storage/revisions.js';

@Controller()
export class EditPostHandler {
  constructor(private readonly database: Database) {}

  @Rpc(editPost)
  handle({ postId, authorId, ...text }: RpcInput<typeof editPost>): Promise<RpcOutput<typeof editPost>> {
    return this.database.transaction(async (tx) => {
      ownPost(await lockPost(tx, postId), authorId);
      const revisionId = await insertRevision(tx, postId, text);
      await recordEvent(tx, revisionSubmitted, { postId, revisionId });
      return readPost(tx, postId, authorId);
    });
  }
}
