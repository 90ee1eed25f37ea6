import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { findLikesSum, rememberPost, rememberPostIn, type KnownPost } from './posts.queries.js';

/** Which posts take tips and whose they are, as posts tells it, and what each received. */
@Injectable()
export class PostsService {
  constructor(private readonly database: Database) {}

  /** Remembers a post, unless something newer is known. */
  remember(post: KnownPost): Promise<void> {
    return rememberPost(this.database, post);
  }

  /** {@link remember} as the last thing that its caller's transaction does. */
  rememberWithin(tx: Tx, post: KnownPost): Promise<void> {
    return rememberPostIn(tx, post);
  }

  /** All that a post received, in nano-LIKE. */
  likesSumOf(postId: number): Promise<bigint> {
    return findLikesSum(this.database.read, postId);
  }
}
