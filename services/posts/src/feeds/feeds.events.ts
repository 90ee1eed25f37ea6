import type { EventData } from '@likewell/contracts/core/define-event';
import { likesCounted, likesCountedFormerly } from '@likewell/contracts/tipping-ledger/events';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvents } from '@likewell/service-kit/events/on-event.decorator';
import { Injectable } from '@nestjs/common';
import { raiseLikesSums } from './feeds.queries.js';

@Injectable()
export class FeedsEvents {
  /** Updates the order of Best when the ledger counts tips; a post's greatest sum is its newest. */
  @OnEvents(likesCounted)
  async onLikesCounted(events: EventData<typeof likesCounted>[], tx: Tx): Promise<void> {
    const newest = new Map<number, bigint>();
    for (const { postId, likesSumNano } of events.flatMap(({ totals }) => totals)) {
      if (likesSumNano > (newest.get(postId) ?? -1n)) newest.set(postId, likesSumNano);
    }
    await raiseLikesSums(
      tx,
      [...newest].map(([postId, likesSumNano]) => ({ postId, likesSumNano })),
    );
  }

  @OnEvents(likesCountedFormerly)
  onLikesCountedFormerly(events: EventData<typeof likesCounted>[], tx: Tx): Promise<void> {
    return this.onLikesCounted(events, tx);
  }
}
