import type { EventData } from '@likewell/contracts/core/define-event';
import { revisionSubmitted } from '@likewell/contracts/posts/events';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEventsPrepared } from '@likewell/service-kit/events/on-event.decorator';
import { Injectable } from '@nestjs/common';
import { AutomaticReviewService } from './automatic-review.service.js';

@Injectable()
export class ModerationEvents {
  constructor(private readonly automaticReview: AutomaticReviewService) {}

  /** Asks the provider before the transaction begins: a transaction never waits for an external service. */
  @OnEventsPrepared(revisionSubmitted)
  async review(events: EventData<typeof revisionSubmitted>[]): Promise<(tx: Tx) => Promise<void>> {
    const reviewed = await this.automaticReview.review(events.map(({ revisionId }) => revisionId));
    return (tx) => this.automaticReview.apply(tx, reviewed);
  }
}
