import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { decideRevision, listDecisions, listReviewQueue } from '@likewell/contracts/posts/rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { DecisionsService } from './decisions.service.js';
import { ModerationService } from './moderation.service.js';

@Controller()
export class ModerationController {
  constructor(
    private readonly moderation: ModerationService,
    private readonly decisions: DecisionsService,
  ) {}

  @Rpc(listReviewQueue)
  queue(input: RpcInput<typeof listReviewQueue>) {
    return this.moderation.queue(input.moderatorId, input.cursor);
  }

  @Rpc(decideRevision)
  decide(input: RpcInput<typeof decideRevision>) {
    return this.moderation.decide(input.revisionId, input.moderatorId, input.judgement);
  }

  @Rpc(listDecisions)
  listDecisions({ by, cursor }: RpcInput<typeof listDecisions>) {
    return this.decisions.list(by, cursor);
  }
}
