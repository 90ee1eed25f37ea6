import { memberRegistered } from '@likewell/contracts/auth/events';
import type { EventData } from '@likewell/contracts/kernel/define-event';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvent } from '@likewell/service-kit/events/on-event.decorator';
import { Controller } from '@nestjs/common';
import { openAccount } from '../storage/accounts.js';

/** The account opens even when the ledger was away while the member joined. */
@Controller()
export class OpenAccountOnMemberRegistered {
  @OnEvent(memberRegistered)
  async handle({ memberId, referrerId }: EventData<typeof memberRegistered>, tx: Tx): Promise<void> {
    await openAccount(tx, memberId, referrerId);
  }
}
