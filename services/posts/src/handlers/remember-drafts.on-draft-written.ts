import { draftWritten } from '@likewell/contracts/ai-drafting/events';
import type { EventData } from '@likewell/contracts/kernel/define-event';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvents } from '@likewell/service-kit/events/on-event.decorator';
import { Controller } from '@nestjs/common';
import { rememberDrafts } from '../storage/drafts.js';

/** Learns which drafts there are, so that only a real one is shown as a text's origin. */
@Controller()
export class RememberDraftsOnDraftWritten {
  @OnEvents(draftWritten)
  async handle(events: EventData<typeof draftWritten>[], tx: Tx): Promise<void> {
    await rememberDrafts(
      tx,
      events.map(({ draftId }) => draftId),
    );
  }
}
