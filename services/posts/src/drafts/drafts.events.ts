import { draftWritten } from '@likewell/contracts/ai-drafting/events';
import type { EventData } from '@likewell/contracts/core/define-event';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvents } from '@likewell/service-kit/events/on-event.decorator';
import { Injectable } from '@nestjs/common';
import { AiDraft } from './ai-draft.entity.js';

@Injectable()
export class DraftsEvents {
  /** Records drafts that were delivered; one that is already known stays unchanged. */
  @OnEvents(draftWritten)
  async onDraftWritten(events: EventData<typeof draftWritten>[], tx: Tx): Promise<void> {
    const drafts = events.map(({ draftId }) => ({ id: draftId }));
    await tx.createQueryBuilder().insert().into(AiDraft).values(drafts).orIgnore().execute();
  }
}
