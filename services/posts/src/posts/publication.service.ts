import { postPublished, postWithdrawn } from '@likewell/contracts/posts/events';
import type { Tx } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { Injectable } from '@nestjs/common';
import { lockPost, type LockedPost } from './posts.queries.js';
import { lockAuthorOf, publishRevision, unpublishRevision } from './publication.queries.js';

interface RevisionOfPost {
  readonly postId: number;
  readonly authorId: number;
  readonly revisionId: number;
}

/** Decides which posts are public. Each method works in its caller's transaction. */
@Injectable()
export class PublicationService {
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
}
