import { memberStatusChanged } from '@likewell/contracts/auth/events';
import type { EventData } from '@likewell/contracts/core/define-event';
import { postPublished, postWithdrawn } from '@likewell/contracts/posts/events';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvent } from '@likewell/service-kit/events/on-event.decorator';
import { recordEvents } from '@likewell/service-kit/events/outbox';
import { Injectable } from '@nestjs/common';
import { AuthorsService } from '../authors/authors.service.js';
import { restorePosts, withholdPosts } from './publication.queries.js';

@Injectable()
export class PostsEvents {
  constructor(private readonly authors: AuthorsService) {}

  /**
   * Hides the posts of a suspended author everywhere, and shows them again once the author is reinstated.
   * @throws Error for an author who is not known here yet, so that the event is delivered again: the event of
   * their registration arrives by another way
   */
  @OnEvent(memberStatusChanged)
  async onMemberStatusChanged(status: EventData<typeof memberStatusChanged>, tx: Tx): Promise<void> {
    const { memberId: authorId, isSuspended } = status;
    const news = await this.authors.recordStatus(tx, status);
    if (news === 'unknown') throw new Error(`author ${authorId} is not known here yet`);
    if (news === 'old') return;
    const [change, contract] = isSuspended ? [withholdPosts, postWithdrawn] : [restorePosts, postPublished];
    for (let afterId: number | undefined = 0; afterId !== undefined;) {
      const changed = await change(tx, authorId, afterId);
      await recordEvents(
        tx,
        contract,
        changed.map((post) => ({ ...post, authorId })),
      );
      afterId = changed.at(-1)?.postId;
    }
  }
}
