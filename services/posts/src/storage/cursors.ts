import { id } from '@likewell/contracts/kernel/ids';
import { nano } from '@likewell/contracts/kernel/money-schema';
import { decidedBy, type DecidedBy } from '@likewell/contracts/posts/moderation';
import { bestRange, type BestRange } from '@likewell/contracts/posts/post';
import { CONFIG } from '@likewell/service-kit/boot/service-definition';
import { CursorCodec } from '@likewell/service-kit/database/cursor';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { PostsConfig } from '../config.js';

const bestKey = z.object({ likesSumNano: nano, postId: id });
const idKey = z.object({ postId: id });
const queueKey = z.object({ revisionId: id });
const decisionKey = z.object({ decisionId: id });

/** The cursors of the lists of posts; one of a list means nothing to another. */
@Injectable()
export class Cursors {
  readonly best: Record<BestRange, CursorCodec<typeof bestKey>>;
  readonly new: CursorCodec<typeof idKey>;
  readonly reviewQueue: CursorCodec<typeof queueKey>;
  readonly decisions: Record<DecidedBy, CursorCodec<typeof decisionKey>>;
  private readonly secret: string;

  constructor(@Inject(CONFIG) config: PostsConfig) {
    this.secret = config.CURSOR_SECRET;
    this.new = new CursorCodec(this.secret, 'new', idKey);
    this.reviewQueue = new CursorCodec(this.secret, 'review-queue', queueKey);
    const decisions = decidedBy.options.map((by) => [
      by,
      new CursorCodec(this.secret, `decisions:${by}`, decisionKey),
    ]);
    this.decisions = Object.fromEntries(decisions) as typeof this.decisions;
    const best = bestRange.options.map((range) => [
      range,
      new CursorCodec(this.secret, `best:${range}`, bestKey),
    ]);
    this.best = Object.fromEntries(best) as typeof this.best;
  }

  /** The cursors of one member's posts. */
  ofMember(memberId: number): CursorCodec<typeof idKey> {
    return new CursorCodec(this.secret, `member:${memberId}`, idKey);
  }

  /** The cursors of one member's Following feed. */
  ofFollower(memberId: number): CursorCodec<typeof idKey> {
    return new CursorCodec(this.secret, `following:${memberId}`, idKey);
  }
}
