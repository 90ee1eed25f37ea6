import * as routes from '@likewell/contracts/gateway/follows';
import * as posts from '@likewell/contracts/posts/rpc';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller } from '@nestjs/common';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { pageView } from '../posts/posts.presenter.js';

@Controller()
export class FollowsController {
  constructor(private readonly rpc: RpcClient) {}

  @Handle(routes.subscribed)
  async subscribed(@FromRequest() { params, memberId }: Input<typeof routes.subscribed>) {
    const { following } = await this.rpc.call(posts.isFollowing, { followerId: memberId, ...params });
    return { subscribed: following };
  }

  @Handle(routes.subscribe)
  async subscribe(@FromRequest() { params, memberId }: Input<typeof routes.subscribe>) {
    await this.rpc.call(posts.followAuthor, { followerId: memberId, ...params });
    return { subscribed: true };
  }

  @Handle(routes.unsubscribe)
  async unsubscribe(@FromRequest() { params, memberId }: Input<typeof routes.unsubscribe>) {
    await this.rpc.call(posts.unfollowAuthor, { followerId: memberId, ...params });
    return { subscribed: false };
  }

  @Handle(routes.followingPosts)
  async posts(@FromRequest() { query, memberId }: Input<typeof routes.followingPosts>) {
    return pageView(await this.rpc.call(posts.listFollowing, { followerId: memberId, ...query }));
  }
}
