import { memberStatusChanged } from '@likewell/contracts/auth/events';
import type { EventData } from '@likewell/contracts/core/define-event';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvent } from '@likewell/service-kit/events/on-event.decorator';
import { Injectable } from '@nestjs/common';
import { PublicationService } from './publication.service.js';

@Injectable()
export class PostsEvents {
  constructor(private readonly publication: PublicationService) {}

  /**
   * Hides the posts of a suspended author everywhere, and shows them again once the author is reinstated.
   * @throws Error for an author who is not known here yet, so that the event is delivered again: the event of
   * their registration arrives by another way
   */
  @OnEvent(memberStatusChanged)
  async onMemberStatusChanged(status: EventData<typeof memberStatusChanged>, tx: Tx): Promise<void> {
    await this.publication.applyStatus(tx, status);
  }
}
