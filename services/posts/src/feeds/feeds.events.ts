import type { EventData } from '@likewell/contracts/core/define-event';
import { likesCounted, likesCountedFormerly } from '@likewell/contracts/tipping-ledger/events';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvents } from '@likewell/service-kit/events/on-event.decorator';
import { Injectable } from '@nestjs/common';
import { FeedsService } from './feeds.service.js';

@Injectable()
export class FeedsEvents {
  constructor(private readonly feeds: FeedsService) {}

  /** Updates the order of Best when the ledger counts tips. */
  @OnEvents(likesCounted)
  async onLikesCounted(events: EventData<typeof likesCounted>[], tx: Tx): Promise<void> {
    await this.feeds.countLikes(
      tx,
      events.flatMap(({ totals }) => totals),
    );
  }

  @OnEvents(likesCountedFormerly)
  onLikesCountedFormerly(events: EventData<typeof likesCounted>[], tx: Tx): Promise<void> {
    return this.onLikesCounted(events, tx);
  }
}
