import { postWithdrawn } from '@likewell/contracts/posts/events';
import type { Tx } from '@likewell/service-kit/database/database';
import { recordEvents } from '@likewell/service-kit/events/outbox';
import { Injectable } from '@nestjs/common';
import { eraseTexts, withdrawPosts } from './departures.queries.js';

/** What becomes of the posts of a member who has left for good. Each method works in its caller's transaction. */
@Injectable()
export class DeparturesService {
  /** Withdraws the posts of a locked author and empties their texts, except what is public where that stays. */
  async removePosts(tx: Tx, authorId: number, keepsPublic: boolean): Promise<void> {
    for (let afterId: number | undefined = 0; afterId !== undefined;) {
      const withdrawn = await withdrawPosts(tx, authorId, keepsPublic, afterId);
      await recordEvents(
        tx,
        postWithdrawn,
        withdrawn
          .filter(({ wasPublic }) => wasPublic)
          .map(({ postId, version }) => ({ postId, authorId, version })),
      );
      afterId = withdrawn.at(-1)?.postId;
    }
    for (let last = await eraseTexts(tx, authorId, null); last; last = await eraseTexts(tx, authorId, last));
  }
}
