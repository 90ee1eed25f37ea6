import { memberDeleted } from '@likewell/contracts/auth/events';
import type { EventData } from '@likewell/contracts/core/define-event';
import { postWithdrawn } from '@likewell/contracts/posts/events';
import type { Tx } from '@likewell/service-kit/database/database';
import { recordEvents } from '@likewell/service-kit/events/outbox';
import { OnEvent } from '@likewell/service-kit/events/on-event.decorator';
import { Injectable } from '@nestjs/common';
import { deleteFollows, eraseTexts, lockFollows, markDeleted, withdrawPosts } from './departures.queries.js';

@Injectable()
export class DeparturesEvents {
  /**
   * Removes what a member who left for good wrote, or keeps what everyone could read, as they chose. Whom
   * they followed and who followed them is deleted in either case. Handling the event again changes nothing.
   * @throws Error for an author who is not known here yet, so that the event is delivered again
   */
  @OnEvent(memberDeleted)
  async onMemberDeleted({ memberId, keepsPosts }: EventData<typeof memberDeleted>, tx: Tx): Promise<void> {
    const isNew = await markDeleted(tx, memberId);
    if (isNew === null) throw new Error(`author ${memberId} is not known here yet`);
    if (!isNew) return;
    await lockFollows(tx, memberId);
    for (let afterId: number | undefined = 0; afterId !== undefined;) {
      const withdrawn = await withdrawPosts(tx, memberId, keepsPosts, afterId);
      await recordEvents(
        tx,
        postWithdrawn,
        withdrawn
          .filter(({ wasPublic }) => wasPublic)
          .map(({ postId, version }) => ({ postId, authorId: memberId, version })),
      );
      afterId = withdrawn.at(-1)?.postId;
    }
    for (let last = await eraseTexts(tx, memberId, null); last; last = await eraseTexts(tx, memberId, last));
    await deleteFollows(tx, memberId);
  }
}
