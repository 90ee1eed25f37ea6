import { AppError } from '@likewell/contracts/core/app-error';
import { id } from '@likewell/contracts/core/ids';
import { cutPage, type Page } from '@likewell/contracts/core/page';
import { postErrors } from '@likewell/contracts/posts/errors';
import type { Post } from '@likewell/contracts/posts/post';
import { CONFIG } from '@likewell/service-kit/config/config';
import { CursorCodec } from '@likewell/service-kit/database/cursor';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AuthorsService } from '../authors/authors.service.js';
import type { PostsConfig } from '../config.js';
import { countFitting } from '../posts/count-fitting.js';
import { Follow } from './follow.entity.js';
import { findFollowing, insertFollow } from './follows.queries.js';

/** Upper bound on what a page of the Following feed has to merge. */
const MAX_FOLLOWS = 5000;

const feedKey = z.object({ postId: id });

/** Members who follow authors. Every method that takes a username throws AppError MEMBER_NOT_FOUND. */
@Injectable()
export class FollowsService {
  constructor(
    private readonly database: Database,
    private readonly authors: AuthorsService,
    @Inject(CONFIG) private readonly config: PostsConfig,
  ) {}

  /** Makes a member follow an author; idempotent. @throws AppError CANNOT_FOLLOW_YOURSELF, TOO_MANY_FOLLOWS */
  async follow(followerId: number, username: string): Promise<void> {
    const authorId = await this.authors.idOf(username);
    if (authorId === followerId) throw new AppError(postErrors.CANNOT_FOLLOW_YOURSELF);
    await this.authors.ensure(followerId);
    await this.database.transaction(async (tx) => {
      await this.lockBoth(tx, followerId, authorId);
      const isNew = await insertFollow(tx, followerId, authorId);
      if (isNew && (await tx.countBy(Follow, { followerId })) > MAX_FOLLOWS)
        throw new AppError(postErrors.TOO_MANY_FOLLOWS);
    });
  }

  /** Ends the follow; idempotent. */
  async unfollow(followerId: number, username: string): Promise<void> {
    const authorId = await this.authors.idOf(username);
    await this.database.transaction((tx) => tx.delete(Follow, { followerId, authorId }));
  }

  async isFollowing(followerId: number, username: string): Promise<boolean> {
    const authorId = await this.authors.idOf(username);
    return this.database.read.existsBy(Follow, { followerId, authorId });
  }

  /** Returns a page of the posts of the authors whom a member follows. @throws AppError INVALID_CURSOR */
  async feed(followerId: number, cursor: string | null): Promise<Page<Post>> {
    const codec = new CursorCodec(this.config.CURSOR_SECRET, `following:${followerId}`, feedKey);
    const beforeId = cursor === null ? null : codec.decode(cursor).postId;
    const rows = await findFollowing(this.database.read, followerId, beforeId);
    return cutPage(rows, ({ id: postId }) => codec.encode({ postId }), countFitting(rows));
  }

  /**
   * Locks both members, so that the follows of one member run one after the other, and an author who leaves
   * for good waits for the follow. The lower id is locked first, so that two members who follow each other
   * cannot deadlock.
   * @throws AppError MEMBER_NOT_FOUND
   */
  private async lockBoth(tx: Tx, followerId: number, authorId: number): Promise<void> {
    if (followerId < authorId) await this.authors.lock(tx, followerId);
    await this.authors.assertStays(tx, authorId);
    if (followerId > authorId) await this.authors.lock(tx, followerId);
  }
}
