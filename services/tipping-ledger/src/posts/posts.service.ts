import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { findLikesSum, rememberPost, type KnownPost } from './posts.queries.js';

/** Which posts take tips and who wrote them, as posts reports it, and what each has received. */
@Injectable()
export class PostsService {
  constructor(private readonly database: Database) {}

  /** Saves a post's record, unless a newer version is known. */
  remember(post: KnownPost): Promise<void> {
    return rememberPost(this.database, post);
  }

  /** Returns all that a post has received, in nano-LIKE. */
  likesSumOf(postId: number): Promise<bigint> {
    return findLikesSum(this.database.read, postId);
  }
}
