import { memberProfileChanged } from '@likewell/contracts/auth/events';
import type { EventData } from '@likewell/contracts/core/define-event';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvent } from '@likewell/service-kit/events/on-event.decorator';
import { Injectable } from '@nestjs/common';
import { saveProfile } from './authors.queries.js';

@Injectable()
export class AuthorsEvents {
  /** Updates the name and picture shown with every post when the member's profile changes. */
  @OnEvent(memberProfileChanged)
  async onMemberProfileChanged({ profile }: EventData<typeof memberProfileChanged>, tx: Tx): Promise<void> {
    await saveProfile(tx, profile);
  }
}
