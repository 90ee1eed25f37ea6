import { AppError } from '@likewell/contracts/core/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import * as routes from '@likewell/contracts/gateway/posts';
import { postErrors } from '@likewell/contracts/posts/errors';
import * as posts from '@likewell/contracts/posts/rpc';
import { createTip, getLikesSum } from '@likewell/contracts/tipping-ledger/rpc';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Confirmations } from '../request/confirmations.js';
import { Moderators } from '../request/moderators.js';
import { SharedReads } from '../request/shared-reads.js';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { balanceView } from '../users/users.presenter.js';
import { likesView, pageView, postView } from './posts.presenter.js';

@Controller()
export class PostsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly confirmations: Confirmations,
    private readonly moderators: Moderators,
    private readonly reads: SharedReads,
  ) {}

  @Handle(routes.bestPosts)
  best(@FromRequest() { query }: Input<typeof routes.bestPosts>) {
    return this.sharedPage(posts.listBest, query);
  }

  @Handle(routes.newPosts)
  new(@FromRequest() { query }: Input<typeof routes.newPosts>) {
    return this.sharedPage(posts.listNew, query);
  }

  @Handle(routes.userPosts)
  async ofUser(@FromRequest() { params, query, memberId }: Input<typeof routes.userPosts>) {
    const wanted = { username: params.username, viewerId: memberId, cursor: query.cursor };
    return pageView(await this.rpc.call(posts.listMemberPosts, wanted));
  }

  /**
   * The sum comes from the ledger, so that it includes a tip that was just sent; the copy of posts replaces
   * it if the ledger is away.
   */
  @Handle(routes.onePost)
  async one(
    @FromRequest() { params: { id: postId } }: Input<typeof routes.onePost>,
    @Req() request: FastifyRequest,
  ) {
    const [post, ledger] = await Promise.all([
      this.readPost(postId, request),
      this.rpc.call(getLikesSum, { postId }).catch(() => ({ likesSumNano: 0n })),
    ]);
    const likesSumNano = ledger.likesSumNano > post.likesSumNano ? ledger.likesSumNano : post.likesSumNano;
    return postView({ ...post, likesSumNano });
  }

  @Handle(routes.createPost)
  async create(@FromRequest() { body, memberId }: Input<typeof routes.createPost>) {
    const { draft_id: draftId, ...text } = body;
    return postView(await this.rpc.call(posts.createPost, { authorId: memberId, ...text, draftId }));
  }

  @Handle(routes.updatePost)
  async update(@FromRequest() { params, body, memberId }: Input<typeof routes.updatePost>) {
    const { draft_id: draftId, ...text } = body;
    const edit = { postId: params.id, authorId: memberId, ...text, draftId };
    return postView(await this.rpc.call(posts.editPost, edit));
  }

  @Handle(routes.deletePost)
  async delete(@FromRequest() { params, memberId }: Input<typeof routes.deletePost>) {
    return this.rpc.call(posts.deletePost, { postId: params.id, authorId: memberId });
  }

  @Handle(routes.likePost)
  async like(
    @FromRequest() { params, body, memberId, idempotencyKey }: Input<typeof routes.likePost>,
    @Req() { signedIn }: FastifyRequest,
  ) {
    await this.confirmations.assertMayTip(signedIn, body.amount);
    const tip = await this.rpc.call(createTip, {
      payerId: memberId,
      postId: params.id,
      amountNano: body.amount,
      idempotencyKey,
    });
    return {
      id: tip.tipId,
      ...balanceView(tip.balanceNano),
      ...likesView(tip.likesSumNano),
    };
  }

  /** Reads a post as the caller may see it: a moderator may also see one that is not public. */
  private async readPost(postId: number, request: FastifyRequest): Promise<RpcOutput<typeof posts.getPost>> {
    const viewerId = request.signedIn?.memberId ?? null;
    try {
      return await this.rpc.call(posts.getPost, { postId, viewerId });
    } catch (error) {
      const isHidden = error instanceof AppError && error.is(postErrors.POST_NOT_FOUND);
      // Auth is asked only about those who were moderators a moment ago, not about each reader of a 404.
      const mayBeModerator = (request.signedIn?.role ?? 'member') !== 'member';
      if (!isHidden || !mayBeModerator || !(await this.moderators.vouchFor(request))) throw error;
      return this.rpc.call(posts.getUnpublishedPost, { postId });
    }
  }

  /** A page that depends only on the query, so that one read may serve several requests. */
  private sharedPage<R extends typeof posts.listBest | typeof posts.listNew>(
    list: R,
    query: RpcInput<R>,
  ): Promise<routes.FeedPage> {
    const key = `${list.subject} ${JSON.stringify(query)}`;
    return this.reads.share(key, async () => pageView(await this.rpc.call(list, query)));
  }
}
