import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { followAuthor, isFollowing, listFollowing, unfollowAuthor } from '@likewell/contracts/posts/rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { FollowsService } from './follows.service.js';

@Controller()
export class FollowsController {
  constructor(private readonly follows: FollowsService) {}

  @Rpc(followAuthor)
  async follow(input: RpcInput<typeof followAuthor>) {
    await this.follows.follow(input.followerId, input.username);
    return {};
  }

  @Rpc(unfollowAuthor)
  async unfollow(input: RpcInput<typeof unfollowAuthor>) {
    await this.follows.unfollow(input.followerId, input.username);
    return {};
  }

  @Rpc(isFollowing)
  async isFollowing(input: RpcInput<typeof isFollowing>) {
    return { following: await this.follows.isFollowing(input.followerId, input.username) };
  }

  @Rpc(listFollowing)
  feed({ followerId, cursor }: RpcInput<typeof listFollowing>) {
    return this.follows.feed(followerId, cursor);
  }
}
