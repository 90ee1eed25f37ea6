import type { EventData } from '@likewell/contracts/kernel/define-event';
import { likesCounted } from '@likewell/contracts/tipping-ledger/events';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvent } from '@likewell/service-kit/events/on-event.decorator';
import { Controller } from '@nestjs/common';
import { raiseLikesSums } from '../storage/ranks.js';

/** Keeps the order of Best in step with the ledger. */
@Controller()
export class CountLikesOnLikesCounted {
  @OnEvent(likesCounted)
  async handle({ totals }: EventData<typeof likesCounted>, tx: Tx): Promise<void> {
    await raiseLikesSums(tx, totals);
  }
}
