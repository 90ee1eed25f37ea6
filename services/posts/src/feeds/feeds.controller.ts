import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { listBest, listMemberPosts, listNew } from '@likewell/contracts/posts/rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { FeedsService } from './feeds.service.js';

@Controller()
export class FeedsController {
  constructor(private readonly feeds: FeedsService) {}

  @Rpc(listBest)
  best({ range, cursor }: RpcInput<typeof listBest>) {
    return this.feeds.best(range, cursor);
  }

  @Rpc(listNew)
  newest({ cursor }: RpcInput<typeof listNew>) {
    return this.feeds.newest(cursor);
  }

  @Rpc(listMemberPosts)
  ofMember(input: RpcInput<typeof listMemberPosts>) {
    return this.feeds.ofMember(input.username, input.viewerId, input.cursor);
  }
}
