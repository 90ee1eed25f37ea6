import { CONFIG } from '@likewell/service-kit/config/config';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import type { PostsConfig } from '../config.js';
import { ModerationProvider } from '../moderation-provider/moderation-provider.js';
import { PostRevision } from '../posts/post-revision.entity.js';
import { PublicationService } from '../posts/publication.service.js';
import { BlockedWordsFile } from './blocked-words-file.js';
import { DecisionsService } from './decisions.service.js';
import { findEarlierTexts, findUnchecked, type UncheckedRevision } from './moderation.queries.js';
import { reviewText, type ReviewResult } from './review-text.js';

/** A text with what the check says of it. */
export interface Reviewed {
  readonly revision: UncheckedRevision;
  readonly result: ReviewResult;
}

/**
 * The automatic check: publishes what it approves, rejects what it must, and leaves the rest to a person. What comes
 * together is checked together, so that a slow provider delays each text once; nothing is locked while it is asked.
 */
@Injectable()
export class AutomaticReviewService {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: PostsConfig,
    private readonly blockedWords: BlockedWordsFile,
    private readonly provider: ModerationProvider,
    private readonly publication: PublicationService,
    private readonly decisions: DecisionsService,
  ) {}

  /** Reviews those of the revisions that still wait for it, outside any transaction. */
  async review(revisionIds: readonly number[]): Promise<Reviewed[]> {
    const revisions = await findUnchecked(this.database.read, revisionIds);
    const local: Reviewed[] = [];
    for (const revision of revisions) local.push(await this.reviewLocally(revision));
    return Promise.all(local.map((each) => this.complete(each)));
  }

  /** Does what was said of texts that are still as they were. */
  async apply(tx: Tx, reviewed: readonly Reviewed[]): Promise<void> {
    for (const each of reviewed) await this.applyOne(tx, each);
  }

  private async reviewLocally(revision: UncheckedRevision): Promise<Reviewed> {
    const earlier = await findEarlierTexts(this.database.read, revision);
    return { revision, result: reviewText(revision, { blocked: this.blockedWords.current(), earlier }) };
  }

  /** A text that a person sees anyway costs no question to the provider. */
  private async complete({ revision, result }: Reviewed): Promise<Reviewed> {
    if (this.config.MODERATION === 'manual')
      return { revision, result: { outcome: 'ask', reasons: result.reasons } };
    if (result.outcome !== 'approve') return { revision, result };
    return { revision, result: await this.provider.judge(revision) };
  }

  private async applyOne(tx: Tx, { revision, result }: Reviewed): Promise<void> {
    const { revisionId, postId, authorId } = revision;
    const post = await this.publication.lock(tx, postId);
    const state = post && (await tx.findOneBy(PostRevision, { id: revisionId }));
    // Changed or deleted while the provider was asked; or checked by another replica, to which the event came too.
    if (state?.status !== 'pending' || state.askedAt !== null) return;
    const reasons = [...result.reasons];
    if (result.outcome === 'ask') {
      await tx.update(PostRevision, { id: revisionId }, { askedAt: () => 'now()', reasons });
      return;
    }
    const verdict = result.outcome === 'approve' ? 'approved' : 'rejected';
    const decision = {
      revisionId,
      postId,
      authorId,
      moderatorId: null,
      verdict,
      reasons,
      note: null,
    } as const;
    await this.decisions.settle(tx, decision);
  }
}
