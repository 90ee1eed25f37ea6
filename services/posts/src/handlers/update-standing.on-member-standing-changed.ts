import { memberStandingChanged } from '@likewell/contracts/auth/events';
import type { EventData } from '@likewell/contracts/kernel/define-event';
import { postPublished, postWithdrawn } from '@likewell/contracts/posts/events';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvent } from '@likewell/service-kit/events/on-event.decorator';
import { recordEvents } from '@likewell/service-kit/events/outbox';
import { Controller } from '@nestjs/common';
import { noteStanding, restorePosts, withholdPosts } from '../storage/standing.js';

/** Hides the posts of a suspended author everywhere, and shows them again once she is reinstated. */
@Controller()
export class UpdateStandingOnMemberStandingChanged {
  @OnEvent(memberStandingChanged)
  async handle(standing: EventData<typeof memberStandingChanged>, tx: Tx): Promise<void> {
    const { memberId: authorId, isSuspended } = standing;
    const news = await noteStanding(tx, standing);
    // Thrown, so that it comes again: the news of her joining is on its way on another road.
    if (news === 'stranger') throw new Error(`author ${authorId} is not known here yet`);
    if (news === 'old') return;
    const changed = isSuspended ? await withholdPosts(tx, authorId) : await restorePosts(tx, authorId);
    await recordEvents(
      tx,
      isSuspended ? postWithdrawn : postPublished,
      changed.map((post) => ({ ...post, authorId })),
    );
  }
}
