import * as routes from '@likewell/contracts/gateway/moderation';
import * as posts from '@likewell/contracts/posts/rpc';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Controller } from '@nestjs/common';
import type { Input } from '../request/zod.pipe.js';
import { FromRequest, Handle } from '../request/route.decorator.js';
import { decisionView, queueView } from './moderation.presenter.js';

/** Actions of moderators. Before anything here runs, a guard has checked that the session belongs to a moderator. */
@Controller()
export class ModerationController {
  constructor(private readonly rpc: RpcClient) {}

  @Handle(routes.reviewQueue)
  async queue(@FromRequest() { query, memberId }: Input<typeof routes.reviewQueue>) {
    const page = await this.rpc.call(posts.listReviewQueue, { moderatorId: memberId, ...query });
    return { items: page.items.map(queueView), nextCursor: page.nextCursor };
  }

  @Handle(routes.decide)
  async decide(@FromRequest() { params, body, memberId }: Input<typeof routes.decide>) {
    const decision = { revisionId: params.id, moderatorId: memberId, judgement: body };
    return decisionView(await this.rpc.call(posts.decideRevision, decision));
  }

  @Handle(routes.decisions)
  async decisions(@FromRequest() { query }: Input<typeof routes.decisions>) {
    const page = await this.rpc.call(posts.listDecisions, query);
    return { items: page.items.map(decisionView), nextCursor: page.nextCursor };
  }
}
