import { postPublished, postWithdrawn } from '@likewell/contracts/posts/events';
import type { Tx } from '@likewell/service-kit/database/database';
import { recordEvent, recordEvents } from '@likewell/service-kit/events/outbox';
import { Injectable } from '@nestjs/common';
import { AuthorsService, type MemberStatus } from '../authors/authors.service.js';
import { lockPost, type LockedPost } from './posts.queries.js';
import {
  lockAuthorOf,
  publishRevision,
  restorePosts,
  unpublishRevision,
  withholdPosts,
} from './publication.queries.js';

/** Which posts are public. Each method works in its caller's transaction. */
@Injectable()
export class PublicationService {
  constructor(private readonly authors: AuthorsService) {}

  /**
   * Locks a post and its author's status, so that its revision can be decided about; null when it is deleted. The author
   * comes first: who suspends an author locks in this order, too.
   */
  async lock(tx: Tx, postId: number): Promise<LockedPost | null> {
    await lockAuthorOf(tx, postId);
    return lockPost(tx, postId);
  }

  /** Makes a revision of a locked post what readers see, or will see once its author is no longer suspended. */
  async publish(
    tx: Tx,
    { postId, authorId }: { postId: number; authorId: number },
    revisionId: number,
  ): Promise<void> {
    const version = await publishRevision(tx, postId, revisionId);
    if (version !== null) await recordEvent(tx, postPublished, { postId, authorId, version });
  }

  /** Hides a revision of a locked post that readers saw before its check was made; an earlier one that passed is back. */
  async unpublish(
    tx: Tx,
    { postId, authorId }: { postId: number; authorId: number },
    revisionId: number,
  ): Promise<void> {
    const changed = await unpublishRevision(tx, postId, revisionId);
    if (!changed) return;
    const { version, isPublic } = changed;
    await recordEvent(tx, isPublic ? postPublished : postWithdrawn, { postId, authorId, version });
  }

  /**
   * Hides the posts of a suspended author everywhere, and shows them again once they are reinstated.
   * @throws Error for an author who is not known here yet, so that the event comes again: the news that they registered
   * is on its way on another road
   */
  async applyMemberStatus(tx: Tx, status: MemberStatus): Promise<void> {
    const { memberId: authorId, isSuspended } = status;
    const news = await this.authors.recordStatus(tx, status);
    if (news === 'unknown') throw new Error(`author ${authorId} is not known here yet`);
    if (news === 'old') return;
    const changed = isSuspended ? await withholdPosts(tx, authorId) : await restorePosts(tx, authorId);
    await recordEvents(
      tx,
      isSuspended ? postWithdrawn : postPublished,
      changed.map((post) => ({ ...post, authorId })),
    );
  }
}
