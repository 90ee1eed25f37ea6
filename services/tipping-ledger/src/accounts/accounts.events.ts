import { memberDeleted, memberRegistered } from '@likewell/contracts/auth/events';
import type { EventData } from '@likewell/contracts/core/define-event';
import type { Tx } from '@likewell/service-kit/database/database';
import { OnEvent } from '@likewell/service-kit/events/on-event.decorator';
import { Injectable } from '@nestjs/common';
import { closeAccountIn } from './accounts.queries.js';
import { AccountsService } from './accounts.service.js';

@Injectable()
export class AccountsEvents {
  constructor(private readonly accounts: AccountsService) {}

  /** Opens the account even when the ledger was unavailable while the member registered. */
  @OnEvent(memberRegistered, { alone: true })
  async open(newcomer: EventData<typeof memberRegistered>, tx: Tx): Promise<void> {
    await this.accounts.openWithin(tx, newcomer);
  }

  /** Moves what a member who left for good still held to the treasury, once. */
  @OnEvent(memberDeleted, { alone: true })
  async close({ memberId }: EventData<typeof memberDeleted>, tx: Tx): Promise<void> {
    await closeAccountIn(tx, memberId);
  }
}
