import { id } from '@likewell/contracts/core/ids';
import { nano } from '@likewell/contracts/core/money-schema';
import { cutPage, type Page } from '@likewell/contracts/core/page';
import type { BestRange, Post } from '@likewell/contracts/posts/post';
import { CONFIG } from '@likewell/service-kit/config/config';
import { CursorCodec } from '@likewell/service-kit/database/cursor';
import { Database } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AuthorsService } from '../authors/authors.service.js';
import type { PostsConfig } from '../config.js';
import { countFitting } from '../posts/count-fitting.js';
import { type BestKey, findBest, findNew, findPostsOf } from './feeds.queries.js';
import { PostPeriods } from './post-periods.service.js';
import { findRankedBest } from './ranked-best.queries.js';

const bestKey = z.object({ likesSumNano: nano, postId: id });
const idKey = z.object({ postId: id });

/** Pages of posts in each order. Each page may throw AppError INVALID_CURSOR. */
@Injectable()
export class FeedsService {
  constructor(
    private readonly database: Database,
    private readonly authors: AuthorsService,
    private readonly periods: PostPeriods,
    @Inject(CONFIG) private readonly config: PostsConfig,
  ) {}

  async best(range: BestRange, cursor: string | null): Promise<Page<Post>> {
    const codec = new CursorCodec(this.config.CURSOR_SECRET, `best:${range}`, bestKey);
    const rows = await this.bestRows(range, cursor === null ? null : codec.decode(cursor));
    return cutPage(
      rows,
      ({ id, likesSumNano }) => codec.encode({ likesSumNano, postId: id }),
      countFitting(rows),
    );
  }

  private bestRows(range: BestRange, after: BestKey | null): Promise<Post[]> {
    return range === 'all' || this.periods.areComplete
      ? findRankedBest(this.database, range, after)
      : findBest(this.database.read, range, after);
  }

  async newest(cursor: string | null): Promise<Page<Post>> {
    const codec = new CursorCodec(this.config.CURSOR_SECRET, 'new', idKey);
    const rows = await findNew(this.database.read, cursor === null ? null : codec.decode(cursor).postId);
    return cutPage(rows, ({ id }) => codec.encode({ postId: id }), countFitting(rows));
  }

  /** Returns a member's posts as `viewerId` may see them. @throws AppError MEMBER_NOT_FOUND */
  async ofMember(username: string, viewerId: number | null, cursor: string | null): Promise<Page<Post>> {
    const authorId = await this.authors.idOf(username);
    const codec = new CursorCodec(this.config.CURSOR_SECRET, `member:${authorId}`, idKey);
    const beforeId = cursor === null ? null : codec.decode(cursor).postId;
    const rows = await findPostsOf(this.database.read, authorId, viewerId, beforeId);
    return cutPage(rows, ({ id }) => codec.encode({ postId: id }), countFitting(rows));
  }
}
