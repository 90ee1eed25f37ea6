import { memberProfileChanged } from '@likewell/contracts/auth/events';
import type { EventData } from '@likewell/contracts/kernel/define-event';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvent } from '@likewell/service-kit/events/on-event.decorator';
import { Controller } from '@nestjs/common';
import { rememberAuthor } from '../storage/authors.js';

/** Keeps the name and picture beside every post in step with the member's profile. */
@Controller()
export class UpdateAuthorOnMemberProfileChanged {
  @OnEvent(memberProfileChanged)
  async handle({ profile }: EventData<typeof memberProfileChanged>, tx: Tx): Promise<void> {
    await rememberAuthor(tx, profile);
  }
}
