import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import {
  createPost,
  deletePost,
  editPost,
  getPost,
  getTipTarget,
  getUnpublishedPost,
} from '@likewell/contracts/posts/rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { PostsService } from './posts.service.js';

@Controller()
export class PostsController {
  constructor(private readonly posts: PostsService) {}

  @Rpc(createPost)
  create({ authorId, ...text }: RpcInput<typeof createPost>) {
    return this.posts.create(authorId, text);
  }

  @Rpc(editPost)
  edit({ postId, authorId, ...text }: RpcInput<typeof editPost>) {
    return this.posts.edit(postId, authorId, text);
  }

  @Rpc(deletePost)
  async delete({ postId, authorId }: RpcInput<typeof deletePost>) {
    await this.posts.delete(postId, authorId);
    return {};
  }

  @Rpc(getPost)
  get({ postId, viewerId }: RpcInput<typeof getPost>) {
    return this.posts.get(postId, viewerId);
  }

  @Rpc(getUnpublishedPost)
  getUnpublished({ postId }: RpcInput<typeof getUnpublishedPost>) {
    return this.posts.getUnpublished(postId);
  }

  @Rpc(getTipTarget)
  async getTipTarget({ postId }: RpcInput<typeof getTipTarget>) {
    return { target: await this.posts.tipTarget(postId) };
  }
}
