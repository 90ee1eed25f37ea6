import { id } from '@likewell/contracts/core/ids';
import { decidedBy, type DecidedBy } from '@likewell/contracts/posts/moderation';
import { CONFIG } from '@likewell/service-kit/config/config';
import { CursorCodec } from '@likewell/service-kit/database/cursor';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { PostsConfig } from '../config.js';

const queueKey = z.object({ revisionId: id });
const decisionKey = z.object({ decisionId: id });

/** Cursors of the moderators' lists; a cursor of one list is invalid for another. */
@Injectable()
export class ModerationCursors {
  readonly reviewQueue: CursorCodec<typeof queueKey>;
  readonly decisions: Record<DecidedBy, CursorCodec<typeof decisionKey>>;

  constructor(@Inject(CONFIG) { CURSOR_SECRET: secret }: PostsConfig) {
    this.reviewQueue = new CursorCodec(secret, 'review-queue', queueKey);
    const decisions = decidedBy.options.map((by) => [
      by,
      new CursorCodec(secret, `decisions:${by}`, decisionKey),
    ]);
    this.decisions = Object.fromEntries(decisions) as typeof this.decisions;
  }
}
