import { postWithdrawn } from '@likewell/contracts/posts/events';
import type { Tx } from '@likewell/service-kit/database/database';
import { recordEvents } from '@likewell/service-kit/events/outbox';
import { Injectable } from '@nestjs/common';
import { eraseTexts } from '../posts/erase-texts.js';
import { deleteFollows, hasLeft, lockFollows, withdrawPosts } from './departures.queries.js';

/**
 * What becomes of the posts and follows of a member who has left for good. Each method works in its caller's
 * transaction.
 */
@Injectable()
export class DeparturesService {
  /**
   * Locks whom a member follows, and who follows them, in order and before anything else changes the member's
   * counts, so that members who follow each other can leave at once.
   */
  async lockFollows(tx: Tx, memberId: number): Promise<void> {
    for (let last = await lockFollows(tx, memberId, null); last;)
      last = await lockFollows(tx, memberId, last);
  }

  /**
   * Withdraws the posts of a locked author, or one of them, and empties their texts, except what is public where
   * that stays.
   */
  async removePosts(
    tx: Tx,
    authorId: number,
    keepsPublic: boolean,
    onlyPostId: number | null = null,
  ): Promise<void> {
    let page: Awaited<ReturnType<typeof withdrawPosts>> = null;
    do {
      page = await withdrawPosts(tx, authorId, { keepsPublic, onlyPostId, afterId: page?.lastId ?? 0 });
      const withdrawn = page?.withdrawn ?? [];
      await recordEvents(
        tx,
        postWithdrawn,
        withdrawn.map((post) => ({ ...post, authorId })),
      );
    } while (page);
    await eraseTexts(tx, authorId, onlyPostId);
  }

  /**
   * Removes what is no longer public of a locked post whose author has left: a text that stayed because it was
   * public, and was hidden by its check later. A post whose author stays is unchanged.
   */
  async removeUnpublished(
    tx: Tx,
    { postId, authorId }: { readonly postId: number; readonly authorId: number },
  ): Promise<void> {
    if (await hasLeft(tx, authorId)) await this.removePosts(tx, authorId, true, postId);
  }

  /** Deletes whom a member followed, and who followed them. */
  async deleteFollows(tx: Tx, memberId: number): Promise<void> {
    for (let last = await deleteFollows(tx, memberId, null); last;)
      last = await deleteFollows(tx, memberId, last);
  }
}
