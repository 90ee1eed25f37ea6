import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { postWithdrawn } from '@likewell/contracts/posts/events';
import { deletePost as contract } from '@likewell/contracts/posts/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { ownPost } from '../domain/ownership.js';
import { deletePost, lockPost } from '../storage/posts.js';
import { supersedeWaiting } from '../storage/revisions.js';

@Controller()
export class DeletePostHandler {
  constructor(private readonly database: Database) {}

  @Rpc(contract)
  async handle({ postId, authorId }: RpcInput<typeof contract>): Promise<RpcOutput<typeof contract>> {
    await this.database.transaction(async (tx) => {
      const { version } = ownPost(await lockPost(tx, postId), authorId);
      await deletePost(tx, postId);
      await supersedeWaiting(tx, postId);
      await recordEvent(tx, postWithdrawn, { postId, authorId, version: version + 1 });
    });
    return {};
  }
}
