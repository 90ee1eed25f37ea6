import type { memberStatusChanged } from '@likewell/contracts/auth/events';
import type { EventData } from '@likewell/contracts/core/define-event';
import { postPublished, postWithdrawn } from '@likewell/contracts/posts/events';
import type { Tx } from '@likewell/service-kit/database/database';
import { recordEvent, recordEvents } from '@likewell/service-kit/events/outbox';
import { Injectable } from '@nestjs/common';
import { AuthorsService } from '../authors/authors.service.js';
import { lockPost, type LockedPost } from './posts.queries.js';
import {
  lockAuthorOf,
  publishRevision,
  restorePosts,
  unpublishRevision,
  withholdPosts,
} from './publication.queries.js';
import { withholdTexts } from './withheld-texts.queries.js';

interface RevisionOfPost {
  readonly postId: number;
  readonly authorId: number;
  readonly revisionId: number;
}

/** Decides which posts are public. Each method works in its caller's transaction. */
@Injectable()
export class PublicationService {
  constructor(private readonly authors: AuthorsService) {}

  /**
   * Locks a post and its author's status; null when the post is deleted. The author is locked first, in the
   * same order as when an author is suspended or leaves.
   */
  async lock(tx: Tx, postId: number): Promise<LockedPost | null> {
    await lockAuthorOf(tx, postId);
    return lockPost(tx, postId);
  }

  /** Makes a revision of a locked post visible to readers, now or once its author is no longer suspended. */
  async publish(tx: Tx, { postId, authorId, revisionId }: RevisionOfPost): Promise<void> {
    const version = await publishRevision(tx, postId, revisionId);
    if (version !== null) await recordEvent(tx, postPublished, { postId, authorId, version });
  }

  /**
   * Hides a revision of a locked post that readers saw before its check. An earlier one that passed becomes
   * visible again.
   */
  async unpublish(tx: Tx, { postId, authorId, revisionId }: RevisionOfPost): Promise<void> {
    const changed = await unpublishRevision(tx, postId, revisionId);
    if (!changed) return;
    const { version, isPublic } = changed;
    await recordEvent(tx, isPublic ? postPublished : postWithdrawn, { postId, authorId, version });
  }

  /**
   * Hides an author's posts everywhere once they are suspended, their waiting texts from moderators too, and
   * shows them again once they are reinstated. A status that is not newer than the known one changes nothing.
   * @throws Error for an author who is not known here yet
   */
  async applyStatus(tx: Tx, status: EventData<typeof memberStatusChanged>): Promise<void> {
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
    await withholdTexts(tx, authorId, isSuspended);
  }
}
