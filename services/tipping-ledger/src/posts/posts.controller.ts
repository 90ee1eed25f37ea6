import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { closePost, getLikesSum } from '@likewell/contracts/tipping-ledger/rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { PostsService } from './posts.service.js';

@Controller()
export class PostsController {
  constructor(private readonly posts: PostsService) {}

  @Rpc(closePost)
  async close(withdrawn: RpcInput<typeof closePost>) {
    await this.posts.remember({ ...withdrawn, open: false });
    return {};
  }

  @Rpc(getLikesSum)
  async likesSum({ postId }: RpcInput<typeof getLikesSum>) {
    return { likesSumNano: await this.posts.likesSumOf(postId) };
  }
}
