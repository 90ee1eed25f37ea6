import { memberProfileChanged } from '@likewell/contracts/auth/events';
import type { EventData } from '@likewell/contracts/core/define-event';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvent } from '@likewell/service-kit/events/on-event.decorator';
import { Injectable } from '@nestjs/common';
import { AuthorsService } from './authors.service.js';

@Injectable()
export class AuthorsEvents {
  constructor(private readonly authors: AuthorsService) {}

  /** Updates the name and picture shown with every post when the member's profile changes. */
  @OnEvent(memberProfileChanged)
  async onMemberProfileChanged({ profile }: EventData<typeof memberProfileChanged>, tx: Tx): Promise<void> {
    await this.authors.recordProfile(tx, profile);
  }
}
