import { CONFIG } from '@likewell/service-kit/config/config';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import type { PostsConfig } from '../config.js';
import { DeparturesService } from '../departures/departures.service.js';
import { ModerationProvider } from '../moderation-provider/moderation-provider.js';
import { PostRevision } from '../posts/post-revision.entity.js';
import { PublicationService } from '../posts/publication.service.js';
import { BlockedWordsFile } from './blocked-words-file.js';
import { DecisionsService } from './decisions.service.js';
import { findEarlierTexts, findUnchecked, type UncheckedRevision } from './moderation.queries.js';
import {
  endPostponement,
  findAwaitingCheck,
  postponeCheck,
  type AwaitingCheck,
} from './postponed-checks.queries.js';
import { reviewBlockedWords, reviewText, type CheckResult } from './review-text.js';

/** A text with the result of the automatic check. */
export interface Reviewed {
  readonly revision: UncheckedRevision;
  readonly result: CheckResult;
}

/**
 * The automatic check. It publishes what it approves, rejects what it must, and leaves the rest to a person.
 * It is postponed while the provider cannot be asked: nothing is published as if it had been checked. Texts
 * that arrive together are checked together, so that a slow provider delays each text once. Nothing is locked
 * while the provider is asked.
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
    private readonly departures: DeparturesService,
  ) {}

  /** Checks those of the revisions that still wait for it, outside any transaction. */
  async review(revisionIds: readonly number[]): Promise<Reviewed[]> {
    const revisions = await findUnchecked(this.database.read, revisionIds);
    const local: Reviewed[] = [];
    for (const revision of revisions) local.push(await this.reviewLocally(revision));
    return this.completeAll(local);
  }

  /**
   * Checks those of the revisions again that still wait, each after a check that the provider did not complete: they
   * passed the local rules, of which only that of the blocked words can have another result by now.
   */
  async reviewAgain(revisionIds: readonly number[]): Promise<Reviewed[]> {
    const revisions = await findUnchecked(this.database.read, revisionIds);
    const local: Reviewed[] = [];
    for (const revision of revisions) {
      // Others are served between two texts.
      await setImmediate();
      local.push({ revision, result: reviewBlockedWords(revision, this.blockedWords.current()) });
    }
    return this.completeAll(local);
  }

  /** Applies the results to texts that are unchanged. */
  async apply(tx: Tx, reviewed: readonly Reviewed[]): Promise<void> {
    for (const each of reviewed) await this.applyOne(tx, each);
  }

  private async reviewLocally(revision: UncheckedRevision): Promise<Reviewed> {
    const earlier = await findEarlierTexts(this.database.read, revision);
    return { revision, result: reviewText(revision, { blocked: this.blockedWords.current(), earlier }) };
  }

  private completeAll(local: readonly Reviewed[]): Promise<Reviewed[]> {
    return Promise.all(local.map((each) => this.complete(each)));
  }

  /** Asks the provider if needed. A text that a person reviews anyway needs no request to the provider. */
  private async complete({ revision, result }: Reviewed): Promise<Reviewed> {
    if (this.config.MODERATION === 'manual')
      return { revision, result: { outcome: 'ask', reasons: result.reasons } };
    if (result.outcome !== 'approve') return { revision, result };
    return { revision, result: await this.provider.judge(revision) };
  }

  private async applyOne(tx: Tx, { revision, result }: Reviewed): Promise<void> {
    const { revisionId, postId, authorId } = revision;
    const post = await this.publication.lock(tx, postId);
    const awaiting = post && (await findAwaitingCheck(tx, revisionId));
    // The text was changed or deleted while the provider was asked, or another replica that got the same
    // event checked it.
    if (!awaiting) return;
    const { outcome, reasons } = result;
    if (outcome === 'postpone' || outcome === 'hold')
      return this.postpone(tx, { revision, result }, awaiting);
    await endPostponement(tx, revisionId);
    if (outcome === 'ask') return this.leaveToPerson(tx, revision, awaiting, reasons);
    const verdict = outcome === 'approve' ? 'approved' : 'rejected';
    const decision = { revisionId, postId, authorId, moderatorId: null, reasons: [...reasons], note: null };
    await this.decisions.settle(tx, { ...decision, verdict }, awaiting);
  }

  /**
   * Postpones the check; after a day without the provider a person has to review the text. So they do at once
   * where readers see one that the provider does not take.
   */
  private async postpone(
    tx: Tx,
    { revision, result: { outcome, reasons } }: Reviewed,
    awaiting: AwaitingCheck,
  ): Promise<void> {
    const { revisionId } = revision;
    const isOverdue = await postponeCheck(tx, revisionId);
    if (isOverdue || (outcome === 'hold' && awaiting.isPublished)) {
      await endPostponement(tx, revisionId);
      await this.leaveToPerson(tx, revision, awaiting, reasons);
    } else if (
      this.config.MODERATION_WHEN_DOWN === 'publish' &&
      outcome === 'postpone' &&
      !awaiting.isPublished
    ) {
      await this.publication.publish(tx, revision);
    }
  }

  /**
   * Leaves the text to a person. If readers saw it before its check it is hidden; a text that its author has
   * replaced needs no review.
   */
  private async leaveToPerson(
    tx: Tx,
    revision: UncheckedRevision,
    { isPublished, isLatest }: AwaitingCheck,
    reasons: readonly string[],
  ): Promise<void> {
    const { revisionId: id } = revision;
    if (isPublished) await this.publication.unpublish(tx, revision);
    if (!isLatest) {
      await tx.update(PostRevision, { id }, { status: 'superseded', decidedAt: () => 'now()' });
      return this.departures.removeUnpublished(tx, revision);
    }
    const waiting = { status: 'pending' as const, decidedAt: null, reasons: [...reasons] };
    await tx.update(PostRevision, { id }, { ...waiting, askedAt: () => 'now()' });
  }
}
