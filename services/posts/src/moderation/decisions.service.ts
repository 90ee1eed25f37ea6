import { id } from '@likewell/contracts/core/ids';
import { cutPage, type Page } from '@likewell/contracts/core/page';
import type { DecidedBy, Decision } from '@likewell/contracts/posts/moderation';
import { CONFIG } from '@likewell/service-kit/config/config';
import { CursorCodec } from '@likewell/service-kit/database/cursor';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { PostsConfig } from '../config.js';
import { DeparturesService } from '../departures/departures.service.js';
import { PostRevision } from '../posts/post-revision.entity.js';
import { PublicationService } from '../posts/publication.service.js';
import { findDecisions } from './decisions.queries.js';
import { ModerationDecision } from './moderation-decision.entity.js';

const decisionKey = z.object({ decisionId: id });

/** A decision to be written to the log. */
type NewDecision = Omit<ModerationDecision, 'id' | 'decidedAt'>;

/** The log of decisions about texts. */
@Injectable()
export class DecisionsService {
  constructor(
    private readonly database: Database,
    private readonly publication: PublicationService,
    private readonly departures: DeparturesService,
    @Inject(CONFIG) private readonly config: PostsConfig,
  ) {}

  /**
   * Applies a decision about a text of a locked post, and writes it to the log. The text waits for its check,
   * or was already published before it.
   */
  async settle(tx: Tx, decision: NewDecision, { isPublished = false } = {}): Promise<void> {
    await tx.insert(ModerationDecision, decision);
    if (decision.verdict === 'approved') {
      if (!isPublished) await this.publication.publish(tx, decision);
      return;
    }
    if (isPublished) await this.publication.unpublish(tx, decision);
    await tx.update(
      PostRevision,
      { id: decision.revisionId },
      { status: 'rejected', decidedAt: () => 'now()' },
    );
    await this.departures.removeUnpublished(tx, decision);
  }

  /** Returns a page of the log, newest first. @throws AppError INVALID_CURSOR */
  async list(by: DecidedBy, cursor: string | null): Promise<Page<Decision>> {
    const codec = new CursorCodec(this.config.CURSOR_SECRET, `decisions:${by}`, decisionKey);
    const beforeId = cursor === null ? null : codec.decode(cursor).decisionId;
    const rows = await findDecisions(this.database.read, by, beforeId);
    return cutPage(rows, ({ id: decisionId }) => codec.encode({ decisionId }));
  }
}
