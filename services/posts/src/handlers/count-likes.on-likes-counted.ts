import type { EventData } from '@likewell/contracts/kernel/define-event';
import { likesCounted } from '@likewell/contracts/tipping-ledger/events';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvents } from '@likewell/service-kit/events/on-event.decorator';
import { Controller } from '@nestjs/common';
import { raiseLikesSums } from '../storage/ranks.js';

/** Keeps the order of Best in step with the ledger. */
@Controller()
export class CountLikesOnLikesCounted {
  @OnEvents(likesCounted)
  async handle(events: EventData<typeof likesCounted>[], tx: Tx): Promise<void> {
    const newest = new Map<number, bigint>();
    for (const { postId, likesSumNano } of events.flatMap(({ totals }) => totals)) {
      if (likesSumNano > (newest.get(postId) ?? -1n)) newest.set(postId, likesSumNano);
    }
    await raiseLikesSums(
      tx,
      [...newest].map(([postId, likesSumNano]) => ({ postId, likesSumNano })),
    );
  }
}
