import type { EventData } from '@likewell/contracts/kernel/define-event';
import { revisionSubmitted } from '@likewell/contracts/posts/events';
import { CONFIG } from '@likewell/service-kit/boot/service-definition';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvents } from '@likewell/service-kit/events/on-event.decorator';
import { Controller, Inject } from '@nestjs/common';
import type { PostsConfig } from '../config.js';
import { reviewText, type Verdict } from '../domain/review-text.js';
import { ModerationProvider } from '../outside/moderation-provider.js';
import { BlockedWordsFile } from '../storage/blocked-words-file.js';
import { lockPost } from '../storage/posts.js';
import {
  askPerson,
  findEarlierTexts,
  findUnchecked,
  readState,
  type UncheckedRevision,
} from '../storage/revisions.js';
import { holdStanding } from '../storage/standing.js';
import { settleRevision } from '../storage/verdicts.js';

/**
 * The automatic check: publishes what it approves, refuses what it must, and leaves the rest to a person. What comes
 * together is checked together, so that a slow provider delays each text once; nothing is locked while it is asked.
 */
@Controller()
export class ReviewRevisionOnRevisionSubmitted {
  constructor(
    @Inject(CONFIG) private readonly config: PostsConfig,
    private readonly blockedWords: BlockedWordsFile,
    private readonly provider: ModerationProvider,
  ) {}

  @OnEvents(revisionSubmitted)
  async handle(events: EventData<typeof revisionSubmitted>[], tx: Tx): Promise<void> {
    const revisions = await findUnchecked(
      tx,
      events.map(({ revisionId }) => revisionId),
    );
    const reviewed = [];
    for (const revision of revisions) {
      reviewed.push({ revision, local: await this.reviewLocally(tx, revision) });
    }
    const verdicts = await Promise.all(
      reviewed.map(async ({ revision, local }) => ({
        revision,
        verdict: await this.complete(revision, local),
      })),
    );
    for (const { revision, verdict } of verdicts) await apply(tx, revision, verdict);
  }

  private async reviewLocally(tx: Tx, revision: UncheckedRevision): Promise<Verdict> {
    const earlier = await findEarlierTexts(tx, revision);
    return reviewText(revision, { blocked: this.blockedWords.current(), earlier });
  }

  /** A text that a person sees anyway costs no question to the provider. */
  private async complete(revision: UncheckedRevision, local: Verdict): Promise<Verdict> {
    if (this.config.MODERATION === 'manual') return { outcome: 'ask', reasons: local.reasons };
    return local.outcome === 'approve' ? this.provider.judge(revision) : local;
  }
}

async function apply(tx: Tx, revision: UncheckedRevision, { outcome, reasons }: Verdict): Promise<void> {
  const { revisionId, postId, authorId } = revision;
  await holdStanding(tx, postId);
  const post = await lockPost(tx, postId);
  const state = post && (await readState(tx, revisionId));
  // Changed or deleted while the provider was asked; or checked by another replica, to which the event came too.
  if (state?.status !== 'pending' || state.asked) return;
  if (outcome === 'ask') return askPerson(tx, revisionId, reasons);
  const verdict = outcome === 'approve' ? 'approved' : 'rejected';
  await settleRevision(tx, { revisionId, postId, authorId, moderatorId: null, verdict, reasons, note: null });
}
