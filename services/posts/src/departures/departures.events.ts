import { memberDeleted } from '@likewell/contracts/auth/events';
import type { EventData } from '@likewell/contracts/core/define-event';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvent } from '@likewell/service-kit/events/on-event.decorator';
import { Injectable } from '@nestjs/common';
import { PublicationService } from '../posts/publication.service.js';
import { markDeleted } from './departures.queries.js';
import { DeparturesService } from './departures.service.js';

@Injectable()
export class DeparturesEvents {
  constructor(
    private readonly departures: DeparturesService,
    private readonly publication: PublicationService,
  ) {}

  /**
   * Removes what a member who left for good wrote, or keeps what everyone could read, as they chose. Whom
   * they followed and who followed them is deleted in either case. The status that they had last decides what
   * everyone could read, whether or not its own event was handled before. Handling the event again changes nothing.
   * @throws Error for an author who is not known here yet, so that the event is delivered again
   */
  @OnEvent(memberDeleted)
  async onMemberDeleted(event: EventData<typeof memberDeleted>, tx: Tx): Promise<void> {
    const { memberId, keepsPosts, status } = event;
    const isNew = await markDeleted(tx, memberId);
    if (isNew === null) throw new Error(`author ${memberId} is not known here yet`);
    if (!isNew) return;
    await this.departures.lockFollows(tx, memberId);
    if (status) await this.publication.applyStatus(tx, { memberId, ...status });
    await this.departures.removePosts(tx, memberId, keepsPosts);
    await this.departures.deleteFollows(tx, memberId);
  }
}
