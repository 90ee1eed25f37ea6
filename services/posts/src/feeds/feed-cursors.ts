import { id } from '@likewell/contracts/core/ids';
import { nano } from '@likewell/contracts/core/money-schema';
import { bestRange, type BestRange } from '@likewell/contracts/posts/post';
import { CONFIG } from '@likewell/service-kit/config/config';
import { CursorCodec } from '@likewell/service-kit/database/cursor';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { PostsConfig } from '../config.js';

const bestKey = z.object({ likesSumNano: nano, postId: id });
const idKey = z.object({ postId: id });

/** Cursors of the feeds; a cursor of one feed is invalid for another. */
@Injectable()
export class FeedCursors {
  readonly best: Record<BestRange, CursorCodec<typeof bestKey>>;
  readonly new: CursorCodec<typeof idKey>;
  private readonly secret: string;

  constructor(@Inject(CONFIG) config: PostsConfig) {
    this.secret = config.CURSOR_SECRET;
    this.new = new CursorCodec(this.secret, 'new', idKey);
    const best = bestRange.options.map((range) => [
      range,
      new CursorCodec(this.secret, `best:${range}`, bestKey),
    ]);
    this.best = Object.fromEntries(best) as typeof this.best;
  }

  /** Returns the cursors of one member's posts. */
  ofMember(memberId: number): CursorCodec<typeof idKey> {
    return new CursorCodec(this.secret, `member:${memberId}`, idKey);
  }
}
