import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { getPost } from '@likewell/contracts/posts/rpc';
import { Database } from '@likewell/service-kit/database/database';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { readPost } from '../storage/post-views.js';

@Controller()
export class GetPostHandler {
  constructor(private readonly database: Database) {}

  @Rpc(getPost)
  handle({ postId, viewerId }: RpcInput<typeof getPost>): Promise<RpcOutput<typeof getPost>> {
    return readPost(this.database.read, postId, viewerId);
  }
}
