import { AppError } from '@likewell/contracts/core/app-error';
import { id } from '@likewell/contracts/core/ids';
import { cutPage, type Page } from '@likewell/contracts/core/page';
import { postErrors } from '@likewell/contracts/posts/errors';
import type { Decision, Judgement, QueuedRevision } from '@likewell/contracts/posts/moderation';
import { CONFIG } from '@likewell/service-kit/config/config';
import { CursorCodec } from '@likewell/service-kit/database/cursor';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { AuthorsService } from '../authors/authors.service.js';
import type { PostsConfig } from '../config.js';
import { countFitting } from '../posts/count-fitting.js';
import { PostRevision } from '../posts/post-revision.entity.js';
import { PublicationService } from '../posts/publication.service.js';
import { findDecision } from './decisions.queries.js';
import { DecisionsService } from './decisions.service.js';
import { findPostOf } from './moderation.queries.js';
import { findQueue } from './review-queue.queries.js';

const queueKey = z.object({ revisionId: id });

/** The moderators' use cases: read the queue, and decide. */
@Injectable()
export class ModerationService {
  constructor(
    private readonly database: Database,
    private readonly authors: AuthorsService,
    private readonly publication: PublicationService,
    private readonly decisions: DecisionsService,
    @Inject(CONFIG) private readonly config: PostsConfig,
  ) {}

  /** Returns a page of the texts that wait for a person, oldest first. @throws AppError INVALID_CURSOR */
  async queue(moderatorId: number, cursor: string | null): Promise<Page<QueuedRevision>> {
    const codec = new CursorCodec(this.config.CURSOR_SECRET, 'review-queue', queueKey);
    const afterId = cursor === null ? null : codec.decode(cursor).revisionId;
    const rows = await findQueue(this.database.read, moderatorId, afterId);
    return cutPage(rows, ({ revisionId }) => codec.encode({ revisionId }), countFitting(rows));
  }

  /**
   * Decides about a text that waits for a person. The first decision stands.
   * @throws AppError REVISION_NOT_FOUND, OWN_REVISION, TEXT_CHANGED, ALREADY_DECIDED
   */
  async decide(revisionId: number, moderatorId: number, judgement: Judgement): Promise<Decision> {
    await this.authors.ensure(moderatorId);
    return this.database.transaction(async (tx) => {
      const found = await findPostOf(tx, revisionId);
      if (!found) throw new AppError(postErrors.REVISION_NOT_FOUND);
      if (found.authorId === moderatorId) throw new AppError(postErrors.OWN_REVISION);
      const post = await this.publication.lock(tx, found.postId);
      const revision = await tx.findOneByOrFail(PostRevision, { id: revisionId });
      if (revision.status === 'approved' || revision.status === 'rejected') {
        return this.sameOrTooLate(tx, revisionId, moderatorId, judgement);
      }
      if (!post || revision.status !== 'pending') throw new AppError(postErrors.TEXT_CHANGED);
      if (revision.askedAt === null) throw new AppError(postErrors.REVISION_NOT_FOUND);
      await this.decisions.settle(tx, { revisionId, moderatorId, ...found, ...lineOf(judgement) });
      return this.decisionAbout(tx, revisionId);
    });
  }

  /**
   * Returns the stored decision when a moderator repeats the same one after its response got lost.
   * @throws AppError ALREADY_DECIDED
   */
  private async sameOrTooLate(
    tx: Tx,
    revisionId: number,
    moderatorId: number,
    judgement: Judgement,
  ): Promise<Decision> {
    const stands = await this.decisionAbout(tx, revisionId);
    const said = lineOf(judgement);
    const isSame =
      stands.moderator?.memberId === moderatorId &&
      stands.verdict === said.verdict &&
      stands.reasons.join() === said.reasons.join();
    if (isSame) return stands;
    throw new AppError(postErrors.ALREADY_DECIDED, {
      details: { verdict: stands.verdict, moderator: stands.moderator?.username ?? null },
    });
  }

  private async decisionAbout(tx: Tx, revisionId: number): Promise<Decision> {
    const decision = await findDecision(tx, revisionId);
    // Decisions from before the log existed are not known.
    if (!decision) throw new AppError(postErrors.ALREADY_DECIDED);
    return decision;
  }
}

const lineOf = (judgement: Judgement) =>
  judgement.verdict === 'approve'
    ? { verdict: 'approved' as const, reasons: [], note: judgement.note }
    : { verdict: 'rejected' as const, reasons: [judgement.reason], note: judgement.note };
