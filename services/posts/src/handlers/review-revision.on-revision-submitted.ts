import type { EventData } from '@likewell/contracts/kernel/define-event';
import { postPublished, revisionSubmitted } from '@likewell/contracts/posts/events';
import { CONFIG } from '@likewell/service-kit/boot/service-definition';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvent } from '@likewell/service-kit/events/on-event.decorator';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { Controller, Inject } from '@nestjs/common';
import type { PostsConfig } from '../config.js';
import { reviewText } from '../domain/review-text.js';
import { lockPost } from '../storage/posts.js';
import { findWaitingText, noteReasons, publishRevision } from '../storage/revisions.js';

/** The automatic check: publishes what it approves and leaves the rest to a person. */
@Controller()
export class ReviewRevisionOnRevisionSubmitted {
  constructor(@Inject(CONFIG) private readonly config: PostsConfig) {}

  @OnEvent(revisionSubmitted)
  async handle({ postId, revisionId }: EventData<typeof revisionSubmitted>, tx: Tx): Promise<void> {
    if (this.config.MODERATION === 'manual') return;
    const post = await lockPost(tx, postId);
    const text = post && (await findWaitingText(tx, revisionId));
    if (!text) return;
    const verdict = reviewText(text);
    if (verdict.outcome === 'ask') return noteReasons(tx, revisionId, verdict.reasons);
    await publishRevision(tx, postId, revisionId);
    await recordEvent(tx, postPublished, { postId, authorId: post.authorId, version: post.version + 1 });
  }
}
