import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import { AutomaticReviewService } from './automatic-review.service.js';
import { claimDueChecks, dropNeedlessChecks } from './postponed-checks.queries.js';

/** Small enough not to overload a provider that has just recovered. */
const MAX_TOGETHER = 20;

/**
 * Texts whose check was postponed because the provider was unavailable: the provider is asked about them
 * again.
 */
@Injectable()
export class PostponedChecksService {
  constructor(
    private readonly database: Database,
    private readonly automaticReview: AutomaticReviewService,
  ) {}

  /** Runs the checks that are due now, up to the number that one replica takes at a time. */
  async makeDue(): Promise<void> {
    const revisionIds = await this.database.transaction((tx) => claimDueChecks(tx, MAX_TOGETHER));
    if (revisionIds.length === 0) return;
    const reviewed = await this.automaticReview.review(revisionIds);
    for (const each of reviewed) {
      await this.database.transaction((tx) => this.automaticReview.apply(tx, [each]));
    }
    await this.database.transaction((tx) => dropNeedlessChecks(tx, revisionIds));
  }
}
