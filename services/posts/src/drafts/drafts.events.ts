import { draftWritten } from '@likewell/contracts/ai-drafting/events';
import type { EventData } from '@likewell/contracts/core/define-event';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvents } from '@likewell/service-kit/events/on-event.decorator';
import { Injectable } from '@nestjs/common';
import { insertDrafts } from './drafts.queries.js';

@Injectable()
export class DraftsEvents {
  /** Records drafts that were delivered. */
  @OnEvents(draftWritten)
  async onDraftWritten(events: EventData<typeof draftWritten>[], tx: Tx): Promise<void> {
    await insertDrafts(
      tx,
      events.map(({ draftId }) => draftId),
    );
  }
}
